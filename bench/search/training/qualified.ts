import type { Article } from "../sets.ts";
import { pick, type Random } from "./noise.ts";
import type { TrainingQuestion, TrainingSet } from "./training-set.ts";

/** Things of one kind, and how titles and questions name them. */
interface Kind {
	readonly things: readonly string[];
	readonly phrases: readonly ((thing: string) => string)[];
}

const KINDS: readonly Kind[] = [
	{
		things: ["Zento 40", "Zento 60", "Zento 80", "Zento 60 Pro", "Zento 95"],
		phrases: [(x) => `for the ${x}`, (x) => `with a ${x}`, (x) => `(${x})`],
	},
	{
		things: ["Orion X1", "Orion X3", "Orion X5", "Orion S2"],
		phrases: [(x) => `of the ${x}`, (x) => `on my ${x}`],
	},
	{
		things: ["version 2.1", "version 2.4", "version 3.0", "version 4.6"],
		phrases: [(x) => `in ${x}`, (x) => `since ${x}`],
	},
	{
		things: ["Portugal", "Finland", "Ireland", "Austria", "Mexico", "Japan"],
		phrases: [(x) => `in ${x}`, (x) => `for customers in ${x}`],
	},
	{
		things: ["Android", "iPhone", "Windows", "Mac", "Linux"],
		phrases: [(x) => `on ${x}`, (x) => `with ${x}`],
	},
	{
		things: ["Basic", "Pro", "Enterprise", "Premium", "Silver", "Meadow"],
		phrases: [(x) => `with the ${x} plan`, (x) => `in the ${x} plan`],
	},
	{
		things: ["administrators", "guests", "owners", "members", "students"],
		phrases: [(x) => `for ${x}`, (x) => `as one of the ${x}`],
	},
];

const QUALIFIED_SHARE = 0.7;
/** The questions of a class are many: a part of them is enough. */
const ASKED_SHARE = 0.6;

/**
 * The same help centre where most articles hold for one product, version, country, platform, plan or role only. Questions
 * name the same one, another one, or none.
 */
export function qualifiedSet(set: TrainingSet, random: Random): TrainingSet {
	const kinds = new Map<string, { kind: Kind; thing: string }>();
	const articles = set.articles.map((article): Article => {
		if (random() > QUALIFIED_SHARE) return article;
		const kind = pick(random, KINDS);
		const thing = pick(random, kind.things);
		kinds.set(article.id, { kind, thing });
		return {
			id: article.id,
			title: `${article.title} ${pick(random, kind.phrases)(thing)}`,
			body:
				random() < 0.5
					? article.body
					: `${article.body}\n\nThis holds for ${thing}.`,
		};
	});
	const questions = set.questions.flatMap((question): TrainingQuestion[] => {
		const [id] = question.gold;
		const qualifier = id === undefined ? undefined : kinds.get(id);
		if (!qualifier || random() > ASKED_SHARE) return [];
		const { kind, thing } = qualifier;
		const other = pick(
			random,
			kind.things.filter((one) => one !== thing),
		);
		const asked = (one: string) => {
			const base = question.text.replace(/[?.!]+$/, "");
			const text = `${base} ${pick(random, kind.phrases)(one)}`;
			return random() < 0.4 ? text.toLowerCase() : `${text}?`;
		};
		return [
			{ kind: "qualified", text: asked(thing), gold: question.gold },
			{ kind: "made near misses", text: asked(other), gold: [] },
			{ kind: "unqualified", text: question.text, gold: question.gold },
		];
	});
	return { ...set, articles, questions };
}
