import {
	AiServiceService,
	Effort,
} from "@supportdesk/contracts/supportdesk/ai/v1/ai.ts";
import { createLogger } from "@supportdesk/logger/logger.ts";
import { ownContext } from "@supportdesk/rpc/own-context.ts";
import { createRpcClient } from "@supportdesk/rpc/rpc-client.ts";
import { createRpcServer } from "@supportdesk/rpc/rpc-server.ts";
import { afterAll, expect, test } from "vitest";
import { context, givenService, ticket } from "./given.ts";

// As the other services call it: each call encoded, sent over a socket and decoded, beside the same call in process.

const secret = "a secret of at least thirty-two characters";
const log = createLogger({ name: "test", level: "silent" });

const { handlers, start } = await givenService({}, afterAll);
await start();
const server = createRpcServer(log, { secret });
server.add(AiServiceService, handlers);
const address = `127.0.0.1:${await server.listen(0, "127.0.0.1")}`;
const client = createRpcClient(AiServiceService, address, { secret, log });
afterAll(async () => {
	client.close();
	await server.drain();
});
const remote = client.api;
const call = () => ownContext("wsp_test", 30_000, Date.now());

test("Classify returns over gRPC what it returns in process", async () => {
	const request = {
		texts: [
			ticket("Where is my parcel? It was due last week."),
			ticket("Thank you so much, that fixed it!"),
			ticket("Где мой заказ?"),
			{ subject: "", body: "" },
		],
		effort: Effort.EFFORT_FAST,
		modelId: "",
	};
	const answer = await remote.classify(request, call());
	expect(answer).toEqual(await handlers.classify(request, context));
	expect(answer.signals.map(({ intent }) => intent)).toEqual([
		"order_status",
		expect.any(String),
		"other",
		"other",
	]);
	const none = { ...request, texts: [], modelId: "a model of long ago" };
	expect(await remote.classify(none, call())).toEqual({
		signals: [],
		modelMissing: true,
	});
});

test("Embed sends vectors without losing a bit", async () => {
	const request = { texts: ["refund please", "", "my password"] };
	const answer = await remote.embed(request, call());
	const local = await handlers.embed(request, context);
	expect(answer.encoder).toBe(local.encoder);
	expect(answer.dimensions * request.texts.length * 4).toBe(
		answer.vectors.length,
	);
	expect(Buffer.from(answer.vectors).equals(local.vectors)).toBe(true);
});

test("WriteDraft returns the draft, or an empty one", async () => {
	const source = {
		articleId: "kb_refunds",
		title: "Refunds – “how long”",
		body: "Refunds take five working days.\n\n1. Open Settings.\n2. Click Refund.",
		relevanceScore: 0.9,
		passages: [],
	};
	const request = {
		question: "How long does a refund take?",
		contactName: "Ann Lee",
		sources: [source],
	};
	const draft = await remote.writeDraft(request, call());
	expect(draft).toEqual(await handlers.writeDraft(request, context));
	expect(draft.body).toContain("1. Open Settings.\n2. Click Refund.");
	expect(draft.sourceArticleIds).toEqual(["kb_refunds"]);
	expect(
		await remote.writeDraft({ ...request, sources: [] }, call()),
	).toMatchObject({ body: "", confidence: 0, sourceArticleIds: [] });
});

test("Train hands out a model that LoadModel takes and Classify uses", async () => {
	const examples = [
		"please frobnicate my gizmo",
		"can you frobnicate the gizmo for me",
		"gizmo needs frobnicating",
	].map((body) => ({ text: ticket(body), intent: "order_change" }));
	const request = { examples, trainingId: "training 1" };
	const { modelId, model, ...rest } = await remote.train(request, call());
	expect(rest).toEqual({ exampleCount: 3, readPercent: 100 });
	const classified = {
		texts: [ticket("frobnicate another gizmo")],
		effort: Effort.EFFORT_BEST,
		modelId,
	};
	expect((await remote.classify(classified, call())).modelMissing).toBe(true);
	await remote.loadModel({ modelId, model }, call());
	expect(await remote.classify(classified, call())).toMatchObject({
		signals: [{ intent: "order_change" }],
		modelMissing: false,
	});
});

test("refuses what is too much or no model, with the service's own words", async () => {
	const refused = { type: "invalid_request", code: "invalid_parameter" };
	await expect(
		remote.embed({ texts: Array(1_001).fill("text") }, call()),
	).rejects.toMatchObject({ ...refused, param: "texts" });
	await expect(
		remote.loadModel({ modelId: "x", model: Buffer.from("x") }, call()),
	).rejects.toMatchObject({ ...refused, param: "model" });
});

test("rejects callers without the installation's secret", async () => {
	const stranger = createRpcClient(AiServiceService, address, {
		secret: "another secret of at least thirty-two characters",
		log,
	});
	await expect(
		stranger.api.embed({ texts: ["text"] }, call()),
	).rejects.toMatchObject({ type: "api_error" });
	stranger.close();
});
