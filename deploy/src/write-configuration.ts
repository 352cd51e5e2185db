// Writes the table of settings into deploy/README.md: npm run docs:configuration
import { readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { withTable } from "./readme.ts";

const file = join(import.meta.dirname, "../README.md");
writeFileSync(file, withTable(readFileSync(file, "utf8")));
