import { setTimeout as sleep } from "node:timers/promises";
import { newId } from "@supportdesk/ids/ids.ts";
import type { AiApi } from "@supportdesk/rpc/service-api.ts";
import { afterAll, beforeAll, expect, it } from "vitest";
import type { Service } from "../src/service.ts";
import { fakeModel } from "./fake-model.ts";
import {
	counted,
	givenDatabase,
	givenService,
	type Harness,
	HELP_CENTRE,
	harness,
	jobsAreDone,
	until,
} from "./given.ts";

/** Longer than a search waits for the encoder of a language that is opened with its first text. */
const OPENING_MS = 1_200;
const QUESTION = "Password\nHow do I reset my password?";

const model = fakeModel();
/** When the encoder is open. */
let opened = Promise.resolve();
const embed: AiApi["embed"] = async (request, context) => {
	await opened;
	return model.ai.embed(request, context);
};
let service: Service;
let ours: Harness;

beforeAll(async () => {
	const url = await givenDatabase();
	service = await givenService(url, {
		...model,
		ai: { ...model.ai, embed },
	});
	ours = harness(service.handlers, newId("wsp", Date.now()), url);
	for (const [title, body] of HELP_CENTRE) await ours.publish(title, body);
	await until(() => jobsAreDone(url));
});
afterAll(() => service.stop());

const ticket = () => newId("tkt", Date.now());

it("waits for the encoder of a ticket's language", async () => {
	opened = sleep(OPENING_MS);
	const { articles } = await ours.passages(ticket(), QUESTION);
	expect(articles[0]).toMatchObject({
		title: "Reset your password",
		isSuggestionOnly: false,
	});
	expect(await counted(service, "search_lexical_only_total")).toBe(0);
});

it("finds nothing and counts no gap while the encoder is unavailable: the job asks again", async () => {
	model.isUnavailable = true;
	try {
		const asked = "Bicycles\nDo you rent bicycles by the week?";
		await expect(ours.passages(ticket(), asked)).rejects.toMatchObject({
			type: "service_unavailable",
		});
	} finally {
		model.isUnavailable = false;
	}
	expect(await ours.gaps()).toEqual([]);
});

it("finds nothing and counts no gap for a ticket that only thanks", async () => {
	const thanks = "Password\nJust wanted to say thanks for the quick reset!";
	const { articles } = await ours.passages(ticket(), thanks);
	expect(articles).not.toEqual([]);
	const alone = thanks.replace("Password", "Thank you");
	expect(await ours.passages(ticket(), alone)).toEqual({ articles: [] });
	expect(await ours.gaps()).toEqual([]);
});

const PASSWORD = "How do I reset my password?";
const INVOICES = "Where can I download my invoices?";

it("finds an article for each question of a message, in their order", async () => {
	const message = `Questions\nHello,\n${INVOICES} ${PASSWORD}\nThanks\nAda`;
	const { articles } = await ours.passages(ticket(), message);
	expect(articles.slice(0, 2)).toMatchObject([
		{ title: "Download your invoices", question: INVOICES },
		{ title: "Reset your password", question: PASSWORD },
	]);
	expect(articles.length).toBeLessThanOrEqual(3);
	const ids = articles.map(({ articleId }) => articleId);
	expect(new Set(ids).size).toBe(ids.length);
	for (const { question } of articles.slice(2))
		expect(question).toBeUndefined();
});

it.each([
	["of which one has an article", `${PASSWORD} Do you rent bicycles?`],
	["to one article", `${PASSWORD} Where is the reset link for my password?`],
])("finds articles for a whole message: questions %s", async (_, questions) => {
	const { articles } = await ours.passages(ticket(), `Password\n${questions}`);
	expect(articles[0]?.title).toBe("Reset your password");
	for (const { question } of articles) expect(question).toBeUndefined();
});
