// Takes one job of the sample's queue and never ends it: `node killed-worker.ts <url>`. The test kills it.
import { startRunner } from "./queue.ts";

const [url = ""] = process.argv.slice(2);

await startRunner(url, {
	work: () => {
		process.stdout.write("working\n");
		return new Promise(() => {});
	},
});
