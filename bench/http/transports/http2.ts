// Unary calls in gRPC's form, but written and read by node:http2 itself: the cost of HTTP/2 without a gRPC library.
import { replaceModules } from "./replace.ts";

replaceModules({
	"connection/instance.ts": "http2-instance.ts",
	"stream/stream-service.ts": "http2-service.ts",
});
