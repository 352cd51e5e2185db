// Started by a test with the model's file: closes its threads while the only one is being replaced, and ends when
// nothing of them is left.
import { setImmediate as nextTurn } from "node:timers/promises";
import { EncoderWorkers } from "../src/encoder/encoder-workers.ts";

const [modelFile = ""] = process.argv.slice(2);
const workers = new EncoderWorkers(
	new URL("../src/encoder/minilm-worker.ts", import.meta.url),
	{ modelFile, piecesMax: 128 },
);
await workers.startWorker();
const notText = 42 as unknown as string; // which ends the thread
workers.encode(notText, true).catch(() => {});
while (workers.isAlive) await nextTurn();
await workers.close();
