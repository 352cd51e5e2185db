import { readdirSync } from "node:fs";
import { generator } from "../search/generator.ts";
import { readRows } from "../search/sets.ts";

/** Questions in the order in which they are asked, each with its topic. */
export interface Draw {
	readonly texts: readonly string[];
	readonly topics: readonly string[];
}

const QUESTIONS = 600;
const TOPICS = 40;
export const SETS = ["clinc150", "banking77"];

function shuffled<T>(items: readonly T[], random: () => number): T[] {
	const all = [...items];
	for (let i = all.length - 1; i > 0; i--) {
		const j = Math.floor(random() * (i + 1));
		[all[i], all[j]] = [all[j]!, all[i]!];
	}
	return all;
}

/** Draws questions of 40 topics, few of which are asked often (Zipf), in a random order. */
export function drawQuestions(
	folder: string,
	name: string,
	split: string,
	seed: number,
): Draw {
	const files = readdirSync(folder).filter(
		(file) =>
			file === `${name}.${split}.jsonl.gz` ||
			(split === "dev" && file === `${name}.train.jsonl.gz`),
	);
	const byTopic = new Map<string, string[]>();
	for (const row of files.flatMap((file) => readRows(folder, file))) {
		const topic = String(row.label);
		if (topic === "oos") continue;
		byTopic.set(topic, [...(byTopic.get(topic) ?? []), String(row.text)]);
	}
	const random = generator(seed);
	const topics = shuffled([...byTopic.keys()].sort(), random).slice(0, TOPICS);
	const shares = topics.map((_, i) => 1 / (i + 1));
	const total = shares.reduce((sum, share) => sum + share, 0);
	const asked = topics.flatMap((topic, i) => {
		const count = Math.max(1, Math.round((QUESTIONS * shares[i]!) / total));
		return shuffled(byTopic.get(topic)!, random)
			.slice(0, count)
			.map((text) => ({ text, topic }));
	});
	const order = shuffled(asked, random);
	return {
		texts: order.map(({ text }) => text),
		topics: order.map(({ topic }) => topic),
	};
}
