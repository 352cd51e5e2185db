// Every call is a unary call of gRPC, as tools and services without streams have it.
import { replaceModules } from "./replace.ts";

replaceModules({ "connection/instance.ts": "unary-instance.ts" });
