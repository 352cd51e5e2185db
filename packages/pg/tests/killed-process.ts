// Runs one operation and stops at the asked point, where the test kills it: `node killed-process.ts <url> <key> <point>`.
import { setTimeout as sleep } from "node:timers/promises";
import { runOperation } from "../src/idempotency/run-operation.ts";
import { read } from "../src/transaction/transaction.ts";
import { operation, writeNote } from "./note-operation.ts";
import { samplePool } from "./sample.ts";

const FOREVER_MS = 60_000; // the test kills the process long before

const [url = "", key = "", point = ""] = process.argv.slice(2);
const pool = samplePool(url, 2);

async function reach(here: string): Promise<void> {
	if (here !== point) return;
	process.stdout.write("here\n");
	await sleep(FOREVER_MS);
}

await read(pool, "wsp_1", { text: "select 1" });
await reach("before the claim");
await runOperation(pool, operation(key), [], async (tx) => {
	await reach("after the claim");
	const answer = await writeNote(tx, `child-${key}`);
	await reach("after the insert");
	await tx.query({ text: "select 1" });
	await reach("before the commit");
	return answer;
});
await reach("after the commit, before the reply");
