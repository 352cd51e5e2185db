// Started by a test with the model's file and a number of milliseconds: ends the process that long after it began to open
// the model, or, without a number, in the middle of a text.
import { EncoderWorkers } from "../src/encoder/encoder-workers.ts";

const [modelFile = "", afterMs] = process.argv.slice(2);
const workers = new EncoderWorkers(
	new URL("../src/encoder/minilm-worker.ts", import.meta.url),
	{ modelFile, piecesMax: 128 },
);
const opened = workers.startWorker();
if (afterMs) setTimeout(() => process.exit(3), Number(afterMs));
else {
	await opened;
	for (let i = 0; i < 100; i++)
		workers.encode("a long text ".repeat(99), true).catch(() => {});
	setTimeout(() => process.exit(3), 20);
}
