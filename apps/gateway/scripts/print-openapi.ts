// Prints the API document: the client's code generation reads it.
import { openApiDocument } from "../src/openapi/document.ts";

process.stdout.write(JSON.stringify(openApiDocument()));
