// Unary calls of grpc-js with every option that helps: four connections, messages left as bytes, one empty set of metadata
// for all calls (the context travels in the message), no deadline of gRPC's own, a large flow-control window.
import { replaceModules } from "./replace.ts";

replaceModules({
	"connection/instance.ts": "tuned-instance.ts",
	"stream/stream-service.ts": "tuned-service.ts",
});
