import { randomUUID } from "node:crypto";
import type { Encoder } from "@supportdesk/ai/encoder/encoder.ts";
import {
	ArticleIndex,
	type IndexQuestion,
} from "@supportdesk/knowledge/domain/index/article-index.ts";
import {
	type Profile,
	profileOf,
	textsToEmbed,
	withEmbedding,
} from "@supportdesk/knowledge/domain/index/profile.ts";
import {
	isReadable,
	meanDirection,
	questionTexts,
	questionWords,
} from "@supportdesk/knowledge/domain/question.ts";
import type { Findings } from "@supportdesk/knowledge/domain/ranking/evidence.ts";
import { createMeilisearchEngine } from "@supportdesk/knowledge/engine/meilisearch-engine.ts";
import { reportProgress } from "../progress.ts";
import { encodeAll } from "./encode.ts";
import type { RetrievalSet } from "./sets.ts";

const CANDIDATES = 50;
const WORKSPACE = "wsp_bench";
const ARTICLES_A_TASK = 100; // some megabytes of vectors

/** An engine's findings for each question of a set, with its times. */
export interface Run {
	readonly findings: readonly Findings[];
	/** Milliseconds in the engine for each question, without its encoding. */
	readonly times: readonly number[];
}

interface Prepared {
	readonly profiles: ReadonlyMap<string, Profile>;
	readonly questions: readonly IndexQuestion[];
}

/** Prepares the articles and the questions of a set for an engine. */
async function prepare(
	set: RetrievalSet,
	encoder: Encoder | undefined,
): Promise<Prepared> {
	const texts = set.articles.map(({ title, body }) =>
		textsToEmbed(title, body),
	);
	const words = new ArticleIndex();
	for (const { id, title, body } of set.articles)
		words.put(id, [], profileOf(title, body));
	const questionParts = set.questions.map(({ text }) =>
		questionTexts(text, (term) => words.spellingOf(term)),
	);
	const vectors = encoder
		? await encodeAll(encoder, [...texts.flat(), ...questionParts.flat()])
		: undefined;
	const of = (parts: readonly string[]) =>
		parts.map((text) => vectors!.get(text)!);
	return {
		profiles: new Map(
			set.articles.map(({ id, title, body }, i) => {
				const words = profileOf(title, body);
				return [
					id,
					encoder ? withEmbedding(words, encoder.name, of(texts[i]!)) : words,
				];
			}),
		),
		questions: set.questions.map(({ text }, i) => ({
			...questionWords(text),
			embedding:
				encoder && isReadable(text, encoder.version)
					? {
							encoder: encoder.name,
							vector: meanDirection(of(questionParts[i]!)),
						}
					: undefined,
			tags: [],
			limit: CANDIDATES,
		})),
	};
}

async function runQuestions(
	questions: readonly IndexQuestion[],
	find: (question: IndexQuestion) => Findings | Promise<Findings>,
): Promise<Run> {
	const findings: Findings[] = [];
	const times: number[] = [];
	for (const question of questions) {
		const start = performance.now();
		findings.push(await find(question));
		times.push(performance.now() - start);
	}
	return { findings, times };
}

/** Runs every question of a set on the embedded engine. */
export async function runEmbedded(
	set: RetrievalSet,
	encoder: Encoder | undefined,
): Promise<Run> {
	const { profiles, questions } = await prepare(set, encoder);
	const index = new ArticleIndex();
	for (const [id, profile] of profiles) index.put(id, [], profile);
	return runQuestions(questions, (question) => index.find(question));
}

export interface MeilisearchServer {
	readonly url: string;
	readonly apiKey: string | undefined;
}

/** Runs every question of a set on a Meilisearch server. */
export async function runMeilisearch(
	set: RetrievalSet,
	encoder: Encoder | undefined,
	server: MeilisearchServer,
): Promise<Run> {
	const { profiles, questions } = await prepare(set, encoder);
	return onMeilisearch(profiles, server, (find) =>
		runQuestions(questions, find),
	);
}

/**
 * Puts the articles into a separate index on a Meilisearch server, which is deleted at the end.
 *
 * @param work receives a function that finds a question's articles among them.
 */
export async function onMeilisearch<T>(
	profiles: ReadonlyMap<string, Profile>,
	server: MeilisearchServer,
	work: (find: (question: IndexQuestion) => Promise<Findings>) => Promise<T>,
): Promise<T> {
	const lengths = [...profiles.values()];
	const mean = (of: (profile: Profile) => number) =>
		lengths.reduce((sum, profile) => sum + of(profile), 0) / lengths.length;
	const statistics = {
		articleCount: profiles.size,
		titleLengthMean: mean(({ titleLength }) => titleLength),
		bodyLengthMean: mean(({ bodyLength }) => bodyLength),
	};
	const index = `supportdesk_bench_${randomUUID()}`;
	const engine = createMeilisearchEngine(
		{ ...server, index },
		{
			corpus: async () => ({ statistics, unconfirmed: [] }),
			profiles: async (_, ids) =>
				new Map(ids.map((id) => [id, profiles.get(id)!])),
		},
	);
	const articles = [...profiles].map(([id, profile]) => ({
		id,
		tags: [],
		profile,
	}));
	const onProgress = reportProgress("Meilisearch indexes");
	try {
		for (let i = 0; i < articles.length; i += ARTICLES_A_TASK) {
			await engine.put(WORKSPACE, articles.slice(i, i + ARTICLES_A_TASK));
			onProgress(
				Math.min(i + ARTICLES_A_TASK, articles.length),
				articles.length,
			);
		}
		return await work((question) => engine.find(WORKSPACE, question));
	} finally {
		await engine.drop();
	}
}
