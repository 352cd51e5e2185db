import type { InstantEncoder } from "../encoder/encoder.ts";
import { articleUnits, type Unit } from "./article-units.ts";
import { bestSpan } from "./best-span.ts";
import type { DraftWriter } from "./draft.ts";
import { draftConfidence } from "./draft-confidence.ts";
import { frame, frameSentences } from "./frame.ts";
import { looksLikeInstruction } from "./instruction-like.ts";

/** The generator's name in drafts of this writer. */
export const EXTRACTIVE = "extractive";

/**
 * Writes drafts that only quote: the part of the best article that answers the question, between a fixed greeting
 * and closing. Nothing a customer wrote but the contact's name can enter.
 */
export function extractiveWriter(encoder: InstantEncoder): DraftWriter {
	return async ({ question, contactName, sources }) => {
		for (const { articleId, title, body, relevanceScore } of sources) {
			// The title is quoted as the source.
			if (looksLikeInstruction(title)) continue;
			const units = articleUnits(body);
			const span = bestSpan(question, title, units, encoder);
			if (!span || span.begin === span.end) continue;
			const quoted = units.slice(span.begin, span.end);
			const sentences = quoted.map(({ text, start, end }) => ({
				text,
				sources: [{ articleId, start, end }],
				isFrame: false,
			}));
			return {
				body: frame(contactName, layOut(quoted), [title]),
				sentences: frameSentences(contactName, sentences, [title]),
				confidence: draftConfidence(relevanceScore),
				sourceArticleIds: [articleId],
				generatedBy: EXTRACTIVE,
			};
		}
		return undefined;
	};
}

/**
 * Sentences of a paragraph on one line, items of a list and lines of a table or of code each on their own, an empty line
 * between blocks.
 */
export function layOut(units: readonly Unit[]): string {
	return units
		.map((unit, i) => separator(units[i - 1], unit) + unit.text)
		.join("");
}

function separator(before: Unit | undefined, unit: Unit): string {
	if (!before) return "";
	if (unit.kind === "item") return "\n";
	if (before.block !== unit.block) return "\n\n";
	return unit.kind === "sentence" && before.kind === "sentence" ? " " : "\n";
}
