// A process of the service for tests to kill: its arguments are the database and, as JSON, its other settings. Its model
// takes its time, so that it dies in the middle of indexing.
import { setTimeout as sleep } from "node:timers/promises";
import { createService } from "../src/service.ts";
import { configFor, log } from "./configuration.ts";
import { fakeModel } from "./fake-model.ts";

const ENCODING_MS = 20;

const model = fakeModel();
const slowly = {
	...model.ai,
	embed: async (...call: Parameters<typeof model.ai.embed>) => {
		await sleep(ENCODING_MS);
		return model.ai.embed(...call);
	},
};
const [url, env] = process.argv.slice(2) as [string, string];
const service = createService(configFor(url, JSON.parse(env)), log, {
	ai: slowly,
});
await service.start();
process.send!("started");
