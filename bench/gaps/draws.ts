import { seededRandom } from "@supportdesk/testkit/seeded-random.ts";
import { namesOf, type Row, readRows } from "../data-folder.ts";

/** Questions in their order, each with its topic. */
export interface Draw {
	readonly texts: readonly string[];
	readonly topics: readonly string[];
}

const QUESTIONS = 600;
const TOPICS = 40;
const OUT_OF_SCOPE = "oos"; // CLINC150's label of questions outside its topics

/** Texts by their topic. */
type Topics = ReadonlyMap<string, readonly string[]>;

/** Labelled questions to draw from. */
export interface TopicSet {
	readonly name: string;
	readonly topics: Topics;
}

/**
 * The sets of a folder with enough to draw from, found by the names of their files: `<name>.<split>.jsonl.gz`, for the
 * dev split together with `<name>.train.jsonl.gz`.
 */
export function loadTopicSets(folder: string, split: string): TopicSet[] {
	const parts = split === "dev" ? [split, "train"] : [split];
	return namesOf(folder, `.${split}.jsonl.gz`)
		.filter((name) => !name.endsWith(".queries"))
		.map((name) => ({
			name,
			topics: topicsOf(
				parts.flatMap((part) => readRows(folder, `${name}.${part}.jsonl.gz`)),
			),
		}))
		.filter(({ topics }) => isEnough(topics));
}

function topicsOf(rows: readonly Row[]): Topics {
	const topics = new Map<string, string[]>();
	for (const { text, label } of rows) {
		if (typeof text !== "string" || typeof label !== "string") continue;
		if (label === OUT_OF_SCOPE) continue;
		const known = topics.get(label);
		if (known) known.push(text);
		else topics.set(label, [text]);
	}
	return topics;
}

function isEnough(topics: Topics): boolean {
	const count = [...topics.values()].reduce(
		(sum, { length }) => sum + length,
		0,
	);
	return topics.size >= TOPICS && count >= QUESTIONS;
}

function shuffled<T>(items: readonly T[], random: () => number): T[] {
	const all = [...items];
	for (let i = all.length - 1; i > 0; i--) {
		const j = Math.floor(random() * (i + 1));
		[all[i], all[j]] = [all[j]!, all[i]!];
	}
	return all;
}

/** Draws questions of 40 topics, few of which are frequent (Zipf), in a random order. */
export function drawQuestions(byTopic: Topics, seed: number): Draw {
	const random = seededRandom(seed);
	const topics = shuffled([...byTopic.keys()].sort(), random).slice(0, TOPICS);
	const shares = topics.map((_, i) => 1 / (i + 1));
	const total = shares.reduce((sum, share) => sum + share, 0);
	const drawn = topics.flatMap((topic, i) => {
		const count = Math.max(1, Math.round((QUESTIONS * shares[i]!) / total));
		return shuffled(byTopic.get(topic)!, random)
			.slice(0, count)
			.map((text) => ({ text, topic }));
	});
	const order = shuffled(drawn, random);
	return {
		texts: order.map(({ text }) => text),
		topics: order.map(({ topic }) => topic),
	};
}
