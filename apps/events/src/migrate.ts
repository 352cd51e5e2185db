import { runMigration } from "@supportdesk/pg/run-migration.ts";
import { migration } from "./migration.ts";

await runMigration(process, migration);
