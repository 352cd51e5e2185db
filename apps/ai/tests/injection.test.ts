import type { Source } from "@supportdesk/contracts/supportdesk/ai/v1/ai.ts";
import { languageOf } from "@supportdesk/text/language-of.ts";
import { expect, test } from "vitest";
import { context, givenService } from "./given.ts";
import { ARTICLE_INJECTIONS, CANARY, TICKET_INJECTIONS } from "./injections.ts";
import { llmStub } from "./llm-stub.ts";

const REFUNDS = "Refunds take five working days after we have the item back.";

function article(body: string): Source {
	return {
		articleId: "kb_refunds",
		title: "Refunds",
		body,
		relevanceScore: 0.9,
		passages: [],
	};
}

/** A message that is not in the article's language, or in none: nothing is drafted for it. */
const isForeign = (question: string) =>
	!["en", undefined].includes(languageOf(question));

const attacks = [
	...TICKET_INJECTIONS.map((question) => ({ question, body: REFUNDS })),
	...ARTICLE_INJECTIONS.map((text) => ({
		question: "How long does a refund take?",
		body: `${text}\n\n${REFUNDS}\n\n${text}`,
	})),
];

test("thirty tickets and thirty articles never bring the canary into an extractive draft", async () => {
	expect(TICKET_INJECTIONS).toHaveLength(30);
	expect(ARTICLE_INJECTIONS).toHaveLength(30);
	const { handlers } = await givenService();
	for (const { question, body } of attacks) {
		const draft = await handlers.writeDraft(
			{ question, contactName: `Ann ${CANARY}`, sources: [article(body)] },
			context,
		);
		expect(draft.body, question).not.toContain(CANARY);
		if (isForeign(question)) expect(draft.body).toBe("");
		else expect(draft.body, body).toContain(REFUNDS);
	}
	expect(attacks.filter((one) => isForeign(one.question))).toHaveLength(3);
});

test("nor into the draft of a model that obeys every one of them", async () => {
	const stub = await llmStub(
		`${CANARY} [1]. Refunds take five working days, says ${CANARY} [1]. ${REFUNDS.replace(".", "")} [1].`,
	);
	const { handlers } = await givenService({
		LLM_BASE_URL: stub.baseUrl,
		LLM_MODEL: "obedient",
	});
	for (const { question, body } of attacks) {
		const draft = await handlers.writeDraft(
			{ question, contactName: "Ann", sources: [article(body)] },
			context,
		);
		if (isForeign(question)) continue;
		expect(draft.generatedBy).toBe("obedient");
		expect(draft.body, question).not.toContain(CANARY);
		expect(draft.body, question).toContain(REFUNDS);
	}
});

test("nor does an article come in by a title that addresses a model", async () => {
	const { handlers } = await givenService();
	for (const title of ARTICLE_INJECTIONS.slice(0, 2)) {
		const hostile = { ...article(`Refunds take ${CANARY}.`), title };
		const draft = await handlers.writeDraft(
			{
				question: "How long does a refund take?",
				contactName: "Ann",
				sources: [hostile, article(REFUNDS)],
			},
			context,
		);
		expect(draft.body).not.toContain(CANARY);
		expect(draft.body).toContain(REFUNDS);
	}
});
