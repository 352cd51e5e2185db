import { seededRandom } from "@supportdesk/testkit/seeded-random.ts";
import { readCompany } from "../../answers/company.ts";
import { readRows } from "../../data-folder.ts";
import type { Article, RetrievalSet } from "../sets.ts";
import { nearMiss } from "./near-misses.ts";
import { asMail, pick, type Random, reframed, withTypos } from "./noise.ts";
import { qualifiedSet } from "./qualified.ts";
import { shortQuestions } from "./short-questions.ts";
import type { TrainingQuestion, TrainingSet } from "./training-set.ts";

/** The companies that both fits read, and those that only the one of search reads. */
export const COMPANIES = ["railway", "payroll", "mowers"];
export const COMPANIES_OF_SEARCH = ["internet", "boards", "animals"];
const SMALL = [6, 14];
const QUALIFIED = [1, 2];
const COMPANY_WEIGHT = 1.5;
/** These have questions without an article of their own, which are easier to tell than those whose article is removed. */
const COMPANY_WITHOUT_SHARE = 0.25;
const SMALL_WEIGHT = 0.3;
const QUALIFIED_WEIGHT = 0.6;
const SEED = 21;

/** The companies written for the fit, whole and in small parts. */
export function companySets(names: readonly string[]): TrainingSet[] {
	const random = seededRandom(SEED);
	const companies = names.map((name) => readCompany(`training/${name}`));
	return companies.flatMap((company) => {
		const source = company.name;
		const foreign = companies
			.filter((other) => other !== company)
			.flatMap(({ articles }) => titleWords(articles));
		const questions = company.questions.map(({ className, text, gold }) => ({
			kind: className,
			text,
			gold,
		}));
		const whole = {
			name: source,
			source,
			weight: COMPANY_WEIGHT,
			withoutShare: COMPANY_WITHOUT_SHARE,
			unanswerableShare: 0.6,
			articles: company.articles,
			questions: [
				...questions,
				...noisy(questions, company.articles, foreign, random),
				...shortQuestions(company.articles, random),
			],
		};
		const qualified = QUALIFIED.map((n) =>
			qualifiedSet(
				{
					...whole,
					name: `${source}, qualified ${n}`,
					weight: QUALIFIED_WEIGHT,
					questions,
				},
				random,
			),
		);
		return [
			whole,
			...qualified,
			...SMALL.map((size) => partOf(whole, size, random)),
		];
	});
}

/** A public set with noisy copies of its questions. */
export function publicSet(
	set: RetrievalSet,
	foreign: readonly string[],
	weight: number,
): TrainingSet {
	const random = seededRandom(SEED);
	const questions = set.questions.map(({ text, gold }) => ({
		kind: gold.length > 0 ? "public" : "unanswerable",
		text,
		gold,
	}));
	return {
		...{ name: set.name, source: set.name, articles: set.articles, weight },
		withoutShare: 1,
		unanswerableShare: 1.5,
		questions: [
			...questions,
			...noisy(questions, set.articles, foreign, random),
			...shortQuestions(set.articles, random),
		],
	};
}

function noisy(
	questions: readonly TrainingQuestion[],
	articles: readonly Article[],
	foreign: readonly string[],
	random: Random,
): TrainingQuestion[] {
	const byId = new Map(articles.map((article) => [article.id, article]));
	const answerable = questions.filter(({ gold }) => gold.length > 0);
	return answerable.flatMap(({ kind, text, gold }) => {
		const copies: TrainingQuestion[] = [
			{ kind: `mail of ${kind}`, text: asMail(text, random), gold },
		];
		if (kind !== "error codes" && kind !== "paraphrased")
			copies.push({
				kind: "typing errors",
				text: withTypos(text, random),
				gold,
			});
		if (random() < 0.3)
			copies.push({
				kind: `again ${kind}`,
				text: reframed(text, random),
				gold,
			});
		const article = byId.get(gold[0]!);
		const missed =
			article && nearMiss(text, article, articles, foreign, random);
		if (missed && missed !== text)
			copies.push({ kind: "made near misses", text: missed, gold: [] });
		return copies;
	});
}

/** A help centre with few of the articles, and the questions to these. */
function partOf(set: TrainingSet, size: number, random: Random): TrainingSet {
	const articles = set.articles
		.map((article) => ({ article, order: random() }))
		.sort((a, b) => a.order - b.order)
		.slice(0, size)
		.map(({ article }) => article);
	const ids = new Set(articles.map(({ id }) => id));
	return {
		...set,
		name: `${set.name}, ${size} articles`,
		weight: SMALL_WEIGHT,
		articles,
		questions: set.questions.filter(({ gold }) =>
			gold.every((id) => ids.has(id)),
		),
	};
}

export function titleWords(articles: readonly Article[]): string[] {
	return articles.flatMap(({ title }) => title.match(/\p{L}{5,}/gu) ?? []);
}

const INTENTS_A_CENTRE = 30;
const QUESTIONS_AN_INTENT = 4;
const PHRASINGS_AN_ARTICLE = 4;
const CENTRE_WEIGHT = 0.25;

/** Help centres from phrasings of intents: of each some are an article, others are questions. */
export function intentSets(folder: string, name: string): TrainingSet[] {
	const random = seededRandom(SEED);
	const byLabel = Map.groupBy(
		readRows(folder, `${name}.train.jsonl.gz`).map(({ text, label }) => ({
			text: String(text),
			label: String(label),
		})),
		({ label }) => label,
	);
	byLabel.delete("oos");
	const labels = [...byLabel.keys()].sort(() => random() - 0.5);
	const centres: TrainingSet[] = [];
	for (
		let i = 0;
		i + INTENTS_A_CENTRE <= labels.length;
		i += INTENTS_A_CENTRE
	) {
		const own = labels.slice(i, i + INTENTS_A_CENTRE);
		const articles: Article[] = [];
		const questions: TrainingQuestion[] = [];
		for (const label of own) {
			const texts = byLabel.get(label)!.map(({ text }) => text);
			const drawn = Array.from(
				{ length: PHRASINGS_AN_ARTICLE + QUESTIONS_AN_INTENT },
				() => pick(random, texts),
			);
			const [title = "", ...body] = drawn.slice(0, PHRASINGS_AN_ARTICLE);
			articles.push({ id: label, title, body: body.join("\n\n") });
			for (const text of drawn.slice(PHRASINGS_AN_ARTICLE))
				if (!body.includes(text) && text !== title)
					questions.push({ kind: "intent", text, gold: [label] });
		}
		const part = `${name} ${centres.length + 1}`;
		centres.push({
			...{ name: part, source: name, articles, weight: CENTRE_WEIGHT },
			withoutShare: 1,
			unanswerableShare: 1,
			questions,
		});
	}
	return centres.slice(0, 3);
}
