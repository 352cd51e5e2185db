import { inverseFrequency } from "@supportdesk/knowledge/domain/ranking/bm25.ts";
import { analyse } from "@supportdesk/knowledge/domain/text/analyse.ts";
import type { RetrievalSet } from "./sets.ts";

const K1 = 1.2;
const B = 0.75;

/** The baseline: textbook BM25 over title and body as one field, the same words, no embeddings. Ids, best first. */
export function runPlainBm25(set: RetrievalSet): string[][] {
	const documents = set.articles.map(({ title, body }) =>
		analyse(`${title}\n${body}`),
	);
	const lengthMean =
		documents.reduce((total, terms) => total + terms.length, 0) /
		documents.length;
	const counts = documents.map((terms) => {
		const count = new Map<string, number>();
		for (const term of terms) count.set(term, (count.get(term) ?? 0) + 1);
		return count;
	});
	return set.questions.map(({ text }) => {
		const scores = new Float64Array(documents.length);
		for (const term of new Set(analyse(text))) {
			const held = counts.filter((count) => count.has(term)).length;
			const informative = inverseFrequency(held, documents.length);
			for (const [i, count] of counts.entries()) {
				const n = count.get(term) ?? 0;
				const norm = K1 * (1 - B + (B * documents[i]!.length) / lengthMean);
				scores[i]! += (informative * n * (K1 + 1)) / (n + norm);
			}
		}
		return set.articles
			.map(({ id }, i) => ({ id, score: scores[i]! }))
			.filter(({ score }) => score > 0)
			.sort((a, b) => b.score - a.score)
			.map(({ id }) => id);
	});
}
