import {
	type AiServiceService,
	type ClassifyRequest,
	Effort,
	type Signals,
} from "@supportdesk/contracts/supportdesk/ai/v1/ai.ts";
import type {
	ArticlePassages,
	KnowledgeServiceService,
} from "@supportdesk/contracts/supportdesk/knowledge/v1/knowledge.ts";
import { upstreamUnavailable } from "@supportdesk/errors/app-error.ts";
import type {
	AiApi,
	KnowledgeApi,
	ServiceApi,
} from "@supportdesk/rpc/service-api.ts";

type Ai = ServiceApi<AiServiceService>;
type Knowledge = ServiceApi<KnowledgeServiceService>;

/** What the two other services answer; a test puts its own functions in place. */
export interface Upstreams {
	classify: Ai["classify"];
	writeDraft: Ai["writeDraft"];
	loadModel: Ai["loadModel"];
	findPassages: Knowledge["findPassages"];
	listAnsweredTickets: Knowledge["listAnsweredTickets"];
	listArticleVersions: Knowledge["listArticleVersions"];
	forgetTicket: Knowledge["forgetTicket"];
	eraseTickets: Knowledge["eraseTickets"];
}

export const FIRST_SIGNALS: Signals = {
	intent: "billing",
	urgency: "high",
	sentiment: "neutral",
	confidence: 61,
};
export const REFINED_SIGNALS: Signals = {
	intent: "refund",
	urgency: "urgent",
	sentiment: "frustrated",
	confidence: 93,
};

/** The article that answers, where a test wants one to. */
export const ARTICLE: ArticlePassages = {
	articleId: "kb_01j0000000000000000000000a",
	title: "Refunds",
	body: "Refunds take five days. Ask in the app.",
	relevanceScore: 0.87,
	excerpt: "Refunds take five days.",
	passages: ["Refunds take five days."],
	version: "first",
	isSuggestionOnly: false,
};

/** Quick first signals, better ones afterwards, and a help centre that knows nothing and never changes. */
export function usualUpstreams(): Upstreams {
	return {
		classify: async ({ texts, effort }: ClassifyRequest) => ({
			signals: texts.map(() =>
				effort === Effort.EFFORT_FAST ? FIRST_SIGNALS : REFINED_SIGNALS,
			),
			modelMissing: false,
		}),
		writeDraft: async ({ contactName, sources }) => ({
			body: `Dear ${contactName}, ${sources[0]!.passages[0]}`,
			confidence: 77,
			sentences: [],
			sourceArticleIds: [sources[0]!.articleId],
			generatedBy: "fake",
		}),
		loadModel: async () => ({}),
		findPassages: async () => ({ articles: [] }),
		listAnsweredTickets: async () => ({ tickets: [] }),
		listArticleVersions: async ({ articleIds }) => ({
			articles: articleIds.map((articleId) => ({
				articleId,
				version: ARTICLE.version,
			})),
		}),
		forgetTicket: async () => ({}),
		eraseTickets: async () => ({}),
	};
}

/** An answer that never comes, as from a process that is stopped. */
export const frozen = () => new Promise<never>(() => {});

export const away = async (): Promise<never> => {
	throw upstreamUnavailable();
};

const notAsked = async (): Promise<never> => {
	throw new Error("the tickets service does not ask for this");
};

/** Handlers that look up what is in place at every call. */
export function upstreamHandlers(current: () => Upstreams): {
	ai: AiApi;
	knowledge: KnowledgeApi;
} {
	return {
		ai: {
			classify: (request, context) => current().classify(request, context),
			writeDraft: (request, context) => current().writeDraft(request, context),
			loadModel: (request, context) => current().loadModel(request, context),
			embed: notAsked,
			train: notAsked,
		},
		knowledge: {
			findPassages: (request, context) =>
				current().findPassages(request, context),
			listAnsweredTickets: (request, context) =>
				current().listAnsweredTickets(request, context),
			listArticleVersions: (request, context) =>
				current().listArticleVersions(request, context),
			forgetTicket: (request, context) =>
				current().forgetTicket(request, context),
			eraseTickets: (request, context) =>
				current().eraseTickets(request, context),
			createArticle: notAsked,
			getArticle: notAsked,
			getArticleText: notAsked,
			listArticles: notAsked,
			updateArticle: notAsked,
			deleteArticle: notAsked,
			archiveArticle: notAsked,
			search: notAsked,
			listGaps: notAsked,
			countGaps: notAsked,
			createTest: notAsked,
			getTest: notAsked,
			listTests: notAsked,
			updateTest: notAsked,
			deleteTest: notAsked,
			runTests: notAsked,
			collectOutbox: notAsked,
		},
	};
}
