import { createProcessMetrics } from "@supportdesk/metrics/process-metrics.ts";
import { ownContext } from "@supportdesk/rpc/own-context.ts";
import { expect, it } from "vitest";
import { fakeModel } from "../../tests/fake-model.ts";
import { createMetrics } from "../metrics.ts";
import { createQuestionCache } from "./question-cache.ts";
import { readQuestion, readWords } from "./read-question.ts";

it("gives engines the same object for a question that repeats, with its embedding and without", async () => {
	const deps = {
		ai: fakeModel().ai,
		questions: createQuestionCache(() => 0),
		engine: {},
		metrics: createMetrics(createProcessMetrics()),
	};
	const context = ownContext("wsp_1", 1_000, Date.now());
	const read = () => readQuestion(deps, "where is my parcel", 5, [], context);
	const { question } = await read();
	expect(question.embedding).toBeDefined();
	expect((await read()).question).toBe(question);
	const words = () => readWords(deps, "where is my parcel", 5, [], context);
	expect(words()).toBe(words());
	expect(words().embedding).toBeUndefined();
});
