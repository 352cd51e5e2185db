// Measures the gaps: how well the questions that miss are put together, and how many gaps an added article resolves.
// See ../README.md.
import type { Encoder } from "@supportdesk/ai/encoder/encoder.ts";
import {
	gapFor,
	type KnownQuestion,
} from "@supportdesk/knowledge/domain/gaps/join.ts";
import { regroup } from "@supportdesk/knowledge/domain/gaps/regroup.ts";
import { wordingKey } from "@supportdesk/knowledge/domain/gaps/wording.ts";
import { quantise } from "@supportdesk/knowledge/domain/index/vectors.ts";
import { rank } from "@supportdesk/knowledge/domain/ranking/rank.ts";
import { encodeAll } from "../search/encode.ts";
import { openBenchEncoders } from "../search/encoders.ts";
import { runEmbedded } from "../search/engine.ts";
import { readOptions } from "../search/options.ts";
import { loadRetrievalSets } from "../search/sets.ts";
import { drawQuestions, SETS } from "./draws.ts";
import { type Grouping, measureGroups } from "./measure.ts";

const DRAWS = 5;

/** The gaps as they grow question by question, and as the nightly job leaves them. */
async function groupDraw(
	encoder: Encoder,
	texts: readonly string[],
): Promise<{ online: string[]; nightly: number[] }> {
	const vectors = await encodeAll(encoder, texts);
	const known: KnownQuestion[] = [];
	const online = texts.map((text, i) => {
		const vector = vectors.get(text)!;
		const key = wordingKey(text);
		const meaning = { encoder: encoder.name, vector };
		const gapId = gapFor(key, meaning, known) ?? String(i);
		known.push({ gapId, key, encoder: encoder.name, vector: quantise(vector) });
		return gapId;
	});
	const nightly = regroup(texts.map((text) => quantise(vectors.get(text)!)));
	return { online, nightly };
}

function mean(groupings: readonly Grouping[]): Grouping {
	const average = (pick: (grouping: Grouping) => number) =>
		groupings.reduce((sum, one) => sum + pick(one), 0) / groupings.length;
	return {
		ari: average(({ ari }) => ari),
		b3F1: average(({ b3F1 }) => b3F1),
		groups: average(({ groups }) => groups),
		top10Recall: average(({ top10Recall }) => top10Recall),
	};
}

/** Of the questions that miss while their article is away, the share that find it once it is published. */
function resolvedShare(
	set: ReturnType<typeof loadRetrievalSets>[number],
	run: Awaited<ReturnType<typeof runEmbedded>>,
): number {
	let missed = 0;
	let resolved = 0;
	for (const [i, { gold }] of set.questions.entries()) {
		if (gold.length === 0) continue;
		const found = run.findings[i]!;
		const candidates = found.candidates.filter(
			({ articleId }) => !gold.includes(articleId),
		);
		const [without] = rank({ ...found, candidates });
		if (without?.isAnswer) continue;
		missed++;
		const [first] = rank(found);
		if (first?.isAnswer) resolved++;
	}
	return resolved / missed;
}

const options = readOptions();
const encoders = await openBenchEncoders(options.models);
const rows: Record<string, unknown>[] = [];
for (const encoder of encoders.all) {
	for (const set of SETS) {
		const online: Grouping[] = [];
		const nightly: Grouping[] = [];
		for (let seed = 1; seed <= DRAWS; seed++) {
			const draw = drawQuestions(options.data, set, options.split, seed);
			const groups = await groupDraw(encoder, draw.texts);
			online.push(measureGroups(groups.online, draw.topics));
			nightly.push(measureGroups(groups.nightly, draw.topics));
		}
		for (const [method, groupings] of Object.entries({ online, nightly }))
			rows.push({ set, encoder: encoder.name, method, ...mean(groupings) });
	}
	for (const set of loadRetrievalSets(options.data, options.split)) {
		const run = await runEmbedded(set, encoder);
		const resolved = resolvedShare(set, run);
		rows.push({ set: set.name, encoder: encoder.name, resolved });
	}
}
await encoders.close();
if (options.json) console.log(JSON.stringify(rows, undefined, "\t"));
else console.table(rows);
