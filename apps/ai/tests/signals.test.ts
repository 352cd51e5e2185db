import {
	Effort,
	type TrainRequest,
} from "@supportdesk/contracts/supportdesk/ai/v1/ai.ts";
import { afterAll, expect, test } from "vitest";
import { context, givenService, ticket } from "./given.ts";

const service = await givenService({}, afterAll);
const { handlers } = service;
await service.start();

const { EFFORT_FAST, EFFORT_BEST } = Effort;

/** Trains to the end, however many calls that takes. */
async function train(examples: TrainRequest["examples"]) {
	const trainingId = JSON.stringify(examples);
	for (;;) {
		const trained = await handlers.train({ examples, trainingId }, context);
		if (trained.modelId !== "") return trained;
	}
}

test("reads intent, urgency and sentiment of everyday tickets", async () => {
	const { signals, modelMissing } = await handlers.classify(
		{
			texts: [
				ticket("Where is my parcel? It was due last week."),
				ticket("Our whole production system is down, nobody can work!"),
				ticket("Thank you so much, that fixed it!"),
			],
			effort: EFFORT_FAST,
			modelId: "",
		},
		context,
	);
	expect(modelMissing).toBe(false);
	expect(signals[0]).toMatchObject({ intent: "order_status" });
	expect(signals[1]).toMatchObject({ urgency: "urgent" });
	expect(signals[2]).toMatchObject({ urgency: "low", sentiment: "positive" });
});

test.each([
	[
		"urgent",
		"My father cannot breathe since he used your spray, and his lips are blue.",
	],
	[
		"urgent",
		"Someone I do not know has taken over my account and orders one phone after the other with my card while I write this.",
	],
	[
		"urgent",
		"Each of our 90 vans got the route of another one this morning, and no driver can open the app.",
	],
	["low", "Urgent: do you have this bag in red?"],
	["low", "The shop is back since ten, thank you for the quick repair!"],
	[
		"low",
		"We are comparing providers. What happens if your data centre burns down?",
	],
])("reads as %s what a ticket reports: %j", async (urgency, body) => {
	const { signals } = await handlers.classify(
		{ texts: [ticket(body)], effort: EFFORT_FAST, modelId: "" },
		context,
	);
	expect(signals[0]?.urgency).toBe(urgency);
});

test.each([
	[
		"a language without seeds",
		"Hej, var är mitt paket? Det har inte kommit än",
	],
	["another script", "Здравствуйте, где мой заказ?"],
	["no meaning", "asdkjh qwlekj zxmnvb"],
	["no words", "???!! 12345"],
	["nothing", ""],
])("gives no confidence for %s", async (_, body) => {
	const { signals } = await handlers.classify(
		{ texts: [ticket(body)], effort: EFFORT_FAST, modelId: "" },
		context,
	);
	expect(signals[0]).toMatchObject({ intent: "other", sentiment: "unknown" });
	expect(signals[0]?.confidence).toBeLessThan(20);
});

test.each([
	["de", "Wo ist meine Bestellung? Das Paket ist nicht angekommen"],
	["fr", "Où est ma commande ? Le colis n'est pas arrivé"],
	["es", "Hola, ¿dónde está mi pedido? El paquete no ha llegado"],
	["it", "Dov'è il mio ordine? Il pacco non è ancora arrivato"],
	["pt", "Onde está o meu pedido? A encomenda ainda não chegou"],
	["nl", "Waar is mijn bestelling? Het pakket is nog niet aangekomen"],
	["pl", "Gdzie jest moje zamówienie? Paczka jeszcze nie dotarła"],
	["ja", "注文した商品がまだ届きません。荷物はどこですか"],
	["zh", "我的订单在哪里？包裹还没到"],
])("reads a question in %s, without being too sure", async (_, body) => {
	const { signals } = await handlers.classify(
		{ texts: [ticket(body)], effort: EFFORT_FAST, modelId: "" },
		context,
	);
	expect(signals[0]).toMatchObject({ intent: "order_status" });
	expect(signals[0]?.confidence).toBeGreaterThan(20);
	expect(signals[0]?.confidence).toBeLessThanOrEqual(60);
});

test("learns from confirmed tickets in another language", async () => {
	const examples = [
		"Bitte den Gizmo frobnizieren",
		"Könnt ihr meinen Gizmo frobnizieren?",
		"Der Gizmo muss frobniziert werden",
	].map((body) => ({ text: ticket(body), intent: "order_change" }));
	const { modelId, model } = await train(examples);
	await handlers.loadModel({ modelId, model }, context);
	const { signals } = await handlers.classify(
		{
			texts: [ticket("Ich möchte noch einen Gizmo frobnizieren")],
			effort: EFFORT_FAST,
			modelId,
		},
		context,
	);
	expect(signals[0]?.intent).toBe("order_change");
});

test.each([
	"is the earth flat",
	"can i mix antifreeze with water",
	"what is the square root of 144",
	"who wrote the odyssey",
])("has no intent for %j, which is about something else", async (body) => {
	const { signals } = await handlers.classify(
		{ texts: [ticket(body)], effort: EFFORT_FAST, modelId: "" },
		context,
	);
	expect(signals[0]?.intent).toBe("other");
});

test("learns from confirmed tickets what a business calls its things", async () => {
	const examples = [
		"please frobnicate my gizmo",
		"can you frobnicate the gizmo for me",
		"gizmo needs frobnicating",
	].map((body) => ({ text: ticket(body), intent: "order_change" }));
	const { modelId, model, exampleCount } = await train(examples);
	expect(exampleCount).toBe(3);
	const request = {
		texts: [ticket("frobnicate another gizmo")],
		effort: EFFORT_BEST,
		modelId,
	};

	const before = await handlers.classify(request, context);
	expect(before.modelMissing).toBe(true);
	await handlers.loadModel({ modelId, model }, context);
	const after = await handlers.classify(request, context);
	expect(after.modelMissing).toBe(false);
	expect(after.signals[0]?.intent).toBe("order_change");
});

test("trains the same model from the same examples", async () => {
	const examples = [{ text: ticket("hello there"), urgency: "low" }];
	const first = await train(examples);
	const second = await train(examples);
	expect(second.modelId).toBe(first.modelId);
});

test("refuses labels that do not exist and models that were changed", async () => {
	await expect(
		handlers.train(
			{
				examples: [{ text: ticket("hello"), intent: "no_such_intent" }],
				trainingId: "",
			},
			context,
		),
	).rejects.toMatchObject({ code: "invalid_parameter" });
	await expect(
		handlers.loadModel({ modelId: "x", model: Buffer.from("x") }, context),
	).rejects.toMatchObject({ code: "invalid_parameter" });
});

test("embeds texts into unit-length vectors in their order", async () => {
	const answer = await handlers.embed(
		{ texts: ["refund please", "password", "refund please"] },
		context,
	);
	const { buffer, byteOffset } = answer.vectors;
	const numbers = new Float32Array(
		buffer.slice(byteOffset, byteOffset + answer.vectors.length),
	);
	expect(numbers.length).toBe(3 * answer.dimensions);
	const [first, second, third] = [0, 1, 2].map((i) =>
		numbers.subarray(i * answer.dimensions, (i + 1) * answer.dimensions),
	);
	expect(first).toEqual(third);
	expect(first).not.toEqual(second);
	expect(Math.hypot(...first!)).toBeCloseTo(1, 5);
});
