// Reads the API document and writes the generated modules of the Python client. The names of resources and methods are those
// of the TypeScript client.
import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { text } from "node:stream/consumers";
import { callAll } from "@supportdesk/client/codegen/call-all.ts";
import type { Document } from "./document.ts";
import { writeModels } from "./models.ts";
import { writeResources } from "./resources.ts";

const folder = join(import.meta.dirname, "../src/supportdesk");
const document: Document = JSON.parse(await text(process.stdin));
const requests = await callAll();
const write = (file: string, code: string) =>
	writeFileSync(join(folder, file), code);
write("models.py", writeModels(document));
write("_resources.py", writeResources(document, requests, "sync"));
write("_async_resources.py", writeResources(document, requests, "async"));
