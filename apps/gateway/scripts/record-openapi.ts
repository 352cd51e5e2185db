// Writes what clients of the latest version rely on to its file: `npm run codegen`.
import { writeFileSync } from "node:fs";
import { LATEST_API_VERSION } from "@supportdesk/keys/api-versions.ts";
import { openApiDocument } from "../src/openapi/document.ts";
import { contractOf, recordOf } from "./recorded-openapi.ts";

writeFileSync(recordOf(LATEST_API_VERSION), contractOf(openApiDocument()));
