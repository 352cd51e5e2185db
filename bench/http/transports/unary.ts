// Every call is a unary gRPC call, as in tools and services without streams.
import { replaceModules } from "./replace.ts";

replaceModules({ "connection/instance.ts": "unary-instance.ts" });
