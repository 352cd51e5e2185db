// Measures the gaps: how well unanswered queries are grouped, and how many gaps an added article resolves.
// See README.md.
import type { Encoder } from "@supportdesk/ai/encoder/encoder.ts";
import {
	type Direction,
	directionOf,
} from "@supportdesk/knowledge/domain/gaps/centred.ts";
import {
	type KnownPhrasing,
	KnownPhrasings,
} from "@supportdesk/knowledge/domain/gaps/known-phrasings.ts";
import { phrasingKey } from "@supportdesk/knowledge/domain/gaps/phrasing.ts";
import { recluster } from "@supportdesk/knowledge/domain/gaps/recluster.ts";
import { isReclusterDue } from "@supportdesk/knowledge/domain/gaps/recluster-due.ts";
import { quantise } from "@supportdesk/knowledge/domain/index/vectors.ts";
import { rank } from "@supportdesk/knowledge/domain/ranking/rank.ts";
import { orExit, readDataOptions } from "../data-options.ts";
import { figure } from "../figure.ts";
import { encodeAll } from "../search/encode.ts";
import { openBenchEncoders } from "../search/encoders.ts";
import { type Run, runEmbedded } from "../search/engine.ts";
import { loadRetrievalSets, type RetrievalSet } from "../search/sets.ts";
import { drawQuestions, loadTopicSets } from "./draws.ts";
import { type Grouping, measureGroups } from "./measure.ts";

const DRAWS = 10;

const withoutYielding = async () => {};

/** The gaps as they grow question by question, with or without reclustering when it is due, and after the nightly job. */
async function groupDraw(
	encoder: Encoder,
	texts: readonly string[],
): Promise<Record<string, readonly (string | number)[]>> {
	const vectors = await encodeAll(encoder, texts);
	const embeddings = texts.map((text) => vectors.get(text)!);
	return {
		joined: await grow(encoder.name, texts, embeddings, () => false),
		online: await grow(encoder.name, texts, embeddings, isReclusterDue),
		nightly: await recluster(
			embeddings.map((vector, i) => ({
				direction: directionOf(quantise(vector)),
				text: texts[i]!,
			})),
			withoutYielding,
		),
	};
}

async function grow(
	encoder: string,
	texts: readonly string[],
	vectors: readonly Float32Array[],
	isDue: (newCount: number, count: number) => boolean,
): Promise<string[]> {
	let known: (KnownPhrasing & { readonly direction: Direction })[] = [];
	let compared = new KnownPhrasings();
	let reclustered = 0;
	for (const [i, text] of texts.entries()) {
		const vector = vectors[i]!;
		const key = phrasingKey(text);
		const direction = directionOf(quantise(vector));
		const found = compared.gapFor(key, { encoder, direction });
		const gapId = found ?? `question ${i}`;
		const phrasing = { gapId, key, encoder, direction };
		compared.add(phrasing);
		known.push(phrasing);
		if (!isDue(known.length - reclustered, known.length)) continue;
		reclustered = known.length;
		const groups = await recluster(
			known.map(({ direction }, at) => ({ direction, text: texts[at]! })),
			withoutYielding,
		);
		known = known.map((question, at) => ({
			...question,
			gapId: `group ${groups[at]} of ${reclustered}`,
		}));
		compared = new KnownPhrasings(known);
	}
	return known.map(({ gapId }) => gapId);
}

/** Medians of the draws, and the lowest and highest adjusted Rand index. */
function summary(groupings: readonly Grouping[]) {
	const sorted = (pick: (grouping: Grouping) => number) =>
		groupings.map(pick).sort((a, b) => a - b);
	const median = (pick: (grouping: Grouping) => number) => {
		const values = sorted(pick);
		const middle = values.length / 2;
		return (values[Math.ceil(middle) - 1]! + values[Math.floor(middle)]!) / 2;
	};
	const indices = sorted(({ ari }) => ari);
	return {
		ari: median(({ ari }) => ari),
		ariLowest: indices[0]!,
		ariHighest: indices.at(-1)!,
		b3F1: median(({ b3F1 }) => b3F1),
		groups: median(({ groups }) => groups),
		top10Recall: median(({ top10Recall }) => top10Recall),
	};
}

/** Of the queries unanswered without their article, the share that find it once it is published, if there are any. */
function resolvedShare(set: RetrievalSet, run: Run): number | undefined {
	let unanswered = 0;
	let resolved = 0;
	for (const [i, { gold }] of set.questions.entries()) {
		if (gold.length === 0) continue;
		const found = run.findings[i]!;
		const candidates = found.candidates.filter(
			({ articleId }) => !gold.includes(articleId),
		);
		const [without] = rank({ ...found, candidates });
		if (without?.isAnswer) continue;
		unanswered++;
		const [first] = rank(found);
		if (first?.isAnswer) resolved++;
	}
	return unanswered > 0 ? resolved / unanswered : undefined;
}

const options = readDataOptions("bench:gaps", "", {});
const { data, split } = options;
const topicSets = orExit(() => loadTopicSets(data, split));
const retrievalSets = orExit(() => loadRetrievalSets(data, split));
const encoders = await openBenchEncoders(options.models);
const rows: Record<string, unknown>[] = [];
for (const encoder of encoders.all) {
	for (const { name, topics } of topicSets) {
		console.error(`${name}, ${encoder.name}: ${topics.size} topics`);
		const methods: Record<string, Grouping[]> = {};
		for (let seed = 1; seed <= DRAWS; seed++) {
			const draw = drawQuestions(topics, seed);
			const groupings = await groupDraw(encoder, draw.texts);
			for (const [method, groups] of Object.entries(groupings))
				methods[method] = [
					...(methods[method] ?? []),
					measureGroups(groups, draw.topics),
				];
		}
		for (const [method, groupings] of Object.entries(methods))
			rows.push({
				set: name,
				encoder: encoder.name,
				method,
				...summary(groupings),
			});
	}
	for (const set of retrievalSets) {
		console.error(
			`${set.name}, ${encoder.name}: ${set.questions.length} questions`,
		);
		const run = await runEmbedded(set, encoder);
		const resolved = resolvedShare(set, run);
		if (resolved !== undefined)
			rows.push({ set: set.name, encoder: encoder.name, resolved });
	}
}
await encoders.close();
if (rows.length === 0) {
	console.error(
		`Nothing to measure: no <set>.corpus.jsonl.gz with <set>.queries.${split}.jsonl.gz, and no <set>.${split}.jsonl.gz with enough labels`,
	);
	process.exitCode = 1;
}
if (options.json) console.log(JSON.stringify(rows, undefined, "\t"));
else console.log(table(rows));

function table(lines: readonly Record<string, unknown>[]): string {
	const columns = [
		...["set", "encoder", "method"],
		...["ari", "ariLowest", "ariHighest"],
		...["b3F1", "groups", "top10Recall", "resolved"],
	];
	const cells = lines.map((line) =>
		columns.map((column) => {
			const value = line[column];
			return typeof value === "number" ? figure(value) : (value ?? "–");
		}),
	);
	const rule = columns.map(() => "---");
	return [columns, rule, ...cells]
		.map((row) => `| ${row.join(" | ")} |`)
		.join("\n");
}
