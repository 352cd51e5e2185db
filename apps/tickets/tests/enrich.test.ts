import { Effort } from "@supportdesk/contracts/supportdesk/ai/v1/ai.ts";
import { View } from "@supportdesk/contracts/supportdesk/tickets/v1/tickets.ts";
import { describe, expect, it } from "vitest";
import { drafting } from "./drafting.ts";
import {
	ARTICLE,
	away,
	FIRST_SIGNALS,
	REFINED_SIGNALS,
	usualUpstreams,
} from "./fake-upstreams.ts";
import {
	callOf,
	givenReply,
	givenTicket,
	givenWorkspace,
	type Workspace,
} from "./given.ts";
import { type Harness, json } from "./harness.ts";
import { TRANSPORTS } from "./transport.ts";
import { useHarness } from "./use-harness.ts";

describe.each(TRANSPORTS)("enriching a ticket %s", (transport) => {
	let harness: Harness;
	let workspace: Workspace;
	useHarness(transport, (given) => {
		({ harness, workspace } = given);
	});

	const { conversation, draftOf, draftsOf, enrichAgain } = drafting(() => ({
		harness,
		workspace,
	}));
	const answering = async () => ({ articles: [ARTICLE] });

	it("refines the first signals without moving updated_at", async () => {
		const ticket = await givenTicket(harness, workspace);
		expect(ticket.ai).toEqual({ ...FIRST_SIGNALS, draft_ready: false });
		await harness.settle();
		const refined = await conversation(ticket.id);
		expect(refined.ai).toMatchObject(REFINED_SIGNALS);
		expect(refined.updated_at).toBe(ticket.updated_at);
	});

	it("stores a draft that rests on the passages, and suggests their articles", async () => {
		const other = { ...ARTICLE, articleId: "kb_01j0000000000000000000000b" };
		harness.upstreams.findPassages = async () => ({
			articles: [ARTICLE, other],
		});
		const ticket = await givenTicket(harness, workspace);
		await harness.settle();
		const enriched = await conversation(ticket.id);
		const draft = await draftOf(ticket.id);
		expect(draft).toMatchObject({
			conversation_id: ticket.id,
			in_reply_to: enriched.messages[0].id,
			body: "Dear Carl, Refunds take five days.",
			status: "ready",
			stale: false,
			confidence: 77,
			generated_by: "fake",
		});
		const source = {
			article_id: ARTICLE.articleId,
			title: ARTICLE.title,
			relevance_score: ARTICLE.relevanceScore,
		};
		expect(draft.sources).toEqual([{ ...source, excerpt: ARTICLE.excerpt }]);
		expect(enriched.ai).toMatchObject({
			draft_ready: true,
			draft_id: draft.id,
			suggested_articles: [source, { ...source, article_id: other.articleId }],
		});
		expect(enriched.updated_at).toBe(ticket.updated_at);
	});

	it("suggests an article that may not be quoted, and writes the draft without it", async () => {
		const suggestion = {
			...ARTICLE,
			articleId: "kb_01j0000000000000000000000b",
			isSuggestionOnly: true,
		};
		harness.upstreams.findPassages = async () => ({
			articles: [suggestion, ARTICLE],
		});
		const given: string[] = [];
		harness.upstreams.writeDraft = (request, context) => {
			given.push(...request.sources.map(({ articleId }) => articleId));
			return usualUpstreams().writeDraft(request, context);
		};
		const ticket = await givenTicket(harness, workspace);
		await harness.settle();
		expect(given).toEqual([ARTICLE.articleId]);
		const { suggested_articles } = (await conversation(ticket.id)).ai;
		expect(suggested_articles).toHaveLength(2);
	});

	it("greets by name only a contact that gave one", async () => {
		harness.upstreams.findPassages = answering;
		const greeted: string[] = [];
		harness.upstreams.writeDraft = (request, context) => {
			greeted.push(request.contactName);
			return usualUpstreams().writeDraft(request, context);
		};
		for (const contactName of [undefined, "Carl"]) {
			await givenTicket(harness, workspace, { contactName });
			await harness.settle();
		}
		expect(greeted).toEqual(["", "Carl"]);
	});

	it("stores no draft when no passage answers", async () => {
		const ticket = await givenTicket(harness, workspace);
		await harness.settle();
		await expect(draftOf(ticket.id)).rejects.toMatchObject({
			code: "draft_not_found",
		});
		const enriched = await conversation(ticket.id);
		expect(enriched.ai).toMatchObject({
			draft_ready: false,
			draft_id: null,
			suggested_articles: [],
		});
	});

	it("stores no draft when the passages give no reply", async () => {
		harness.upstreams.findPassages = answering;
		harness.upstreams.writeDraft = async () => ({
			body: "",
			confidence: 0,
			sentences: [],
			sourceArticleIds: [],
			generatedBy: "fake",
		});
		const ticket = await givenTicket(harness, workspace);
		await harness.settle();
		expect(await draftsOf(ticket.id)).toEqual([]);
		const enriched = await conversation(ticket.id);
		expect(enriched.ai.draft_ready).toBe(false);
		expect(enriched.ai.suggested_articles).toHaveLength(1);
	});

	it("shows neither notes nor other tickets to the model", async () => {
		const seen: string[] = [];
		harness.upstreams.findPassages = async (request) => {
			seen.push(JSON.stringify(request));
			return { articles: [ARTICLE] };
		};
		harness.upstreams.writeDraft = async (request, context) => {
			seen.push(JSON.stringify(request));
			return usualUpstreams().writeDraft(request, context);
		};
		await givenTicket(harness, workspace, { body: "the other's secret" });
		await harness.settle();
		seen.length = 0;
		const ticket = await givenTicket(harness, workspace);
		const note = { type: "note", body: "the colleagues' secret" };
		await givenReply(harness, workspace, ticket.id, note);
		await enrichAgain(ticket.id);
		expect(seen.length).toBeGreaterThan(0);
		expect(seen.filter((text) => text.includes("secret"))).toEqual([]);
	});

	it("hands the workspace's own model over when it is not loaded", async () => {
		const own = await givenWorkspace(harness);
		await harness.sql(
			"insert into tickets.models values ($1, 'model-1', 'weights', 7, now())",
			[own.id],
		);
		let loaded = false;
		harness.upstreams.classify = async ({ effort, modelId }) => ({
			signals: [
				effort === Effort.EFFORT_BEST && modelId === "model-1" && loaded
					? { ...REFINED_SIGNALS, intent: "shipping" }
					: FIRST_SIGNALS,
			],
			modelMissing: modelId !== "" && !loaded,
		});
		harness.upstreams.loadModel = async ({ modelId, model }) => {
			expect([modelId, Buffer.from(model).toString()]).toEqual([
				"model-1",
				"weights",
			]);
			loaded = true;
			return {};
		};
		const ticket = await givenTicket(harness, own);
		await harness.settle();
		const answer = await harness.api.getTicket(
			{ id: ticket.id, view: View.VIEW_TICKET },
			callOf(own),
		);
		expect(json(answer).ai.intent).toBe("shipping");
	});

	it("keeps the refined signals when the knowledge service is unavailable, and drafts once it is back", async () => {
		harness.upstreams.findPassages = away;
		const ticket = await givenTicket(harness, workspace);
		await expect
			.poll(async () => (await conversation(ticket.id)).ai.intent)
			.toBe(REFINED_SIGNALS.intent);
		expect((await conversation(ticket.id)).ai.draft_ready).toBe(false);
		harness.upstreams.findPassages = answering;
		await harness.settle();
		expect((await conversation(ticket.id)).ai.draft_ready).toBe(true);
	});
});
