import {
	fieldWeight,
	inverseFrequency,
	TITLE_WEIGHT,
} from "../ranking/bm25.ts";
import type { Evidence, Findings } from "../ranking/evidence.ts";
import { sketchOf } from "../text/sketch.ts";
import { type Embedding, Embeddings } from "./embeddings.ts";
import { Postings, SLOTS_MAX } from "./postings.ts";
import { type Profile, titleCodesOf } from "./profile.ts";
import { FORGIVEN_WEIGHT, Vocabulary } from "./spelling.ts";
import { TopList } from "./top-list.ts";

/** Articles found by words that are ranked: the right article is almost never beyond these. */
export const CANDIDATES_BY_WORDS = 50;
/** Dead slots that are worth a pass over all postings. */
const DEAD_SLOTS_MIN = 1000;

/** Of the articles, whose vectors are compared with the question's. */
const COMPARABLE_SHARE = 0.5;

/** A question as the index takes it: the distinct terms, the embedding if there is one, and the requested tags. */
export interface IndexQuestion {
	readonly terms: readonly string[];
	/** Of the terms, those that name one thing and no other; and the marks of directions. None where they are unknown. */
	readonly named?: readonly string[] | undefined;
	readonly marks?: readonly string[] | undefined;
	/** Undefined when the question could not be encoded. */
	readonly embedding: Embedding | undefined;
	/** All must be on the article. */
	readonly tags: readonly string[];
	/** Limit of candidates; at least {@link CANDIDATES_BY_WORDS} are ranked. */
	readonly limit: number;
}

interface Entry
	extends Pick<
		Evidence,
		"titleLength" | "bodyLength" | "sketch" | "titleCodes"
	> {
	readonly id: string;
	readonly tags: readonly string[];
}

interface Spelling {
	readonly term: string;
	readonly postings: Postings;
	readonly weight: number;
}

/** The published articles of one workspace in memory: an inverted index of words, and vectors of passages. */
export class ArticleIndex {
	readonly #postings = new Map<string, Postings>();
	readonly #vocabulary = new Vocabulary();
	readonly #slots = new Map<string, number>();
	#entries: (Entry | undefined)[] = [];
	readonly #embeddings = new Embeddings();
	#titleLengths = 0;
	#bodyLengths = 0;

	get size(): number {
		return this.#slots.size;
	}

	/** Adds an article, or puts its new version in the place of the old one. */
	put(id: string, tags: readonly string[], profile: Profile): void {
		this.remove(id);
		const slot = this.#entries.length;
		if (slot === SLOTS_MAX)
			throw new RangeError("the embedded index of a workspace is full");
		const { titleLength, bodyLength } = profile;
		const sketch = sketchOf(profile.terms);
		const titleCodes = titleCodesOf(profile);
		this.#entries.push({
			...{ id, tags, titleLength, bodyLength },
			...{ sketch, titleCodes },
		});
		this.#slots.set(id, slot);
		this.#titleLengths += titleLength;
		this.#bodyLengths += bodyLength;
		for (let i = 0; i < profile.terms.length; i++) {
			const term = profile.terms[i]!;
			let postings = this.#postings.get(term);
			if (!postings) {
				postings = new Postings();
				this.#postings.set(term, postings);
				this.#vocabulary.add(term);
			}
			postings.add(slot, profile.titleCounts[i]!, profile.bodyCounts[i]!);
		}
		this.#embeddings.put(slot, profile);
	}

	remove(id: string): void {
		const slot = this.#slots.get(id);
		if (slot === undefined) return;
		const entry = this.#entries[slot]!;
		this.#titleLengths -= entry.titleLength;
		this.#bodyLengths -= entry.bodyLength;
		this.#slots.delete(id);
		this.#entries[slot] = undefined;
		this.#embeddings.remove(slot);
		const dead = this.#entries.length - this.#slots.size;
		if (dead >= DEAD_SLOTS_MIN && dead > this.#slots.size) this.#compact();
	}

	/** The articles most likely to answer, by their words and by their embedding, with the evidence for each. */
	find(question: IndexQuestion): Findings {
		const spellings = question.terms.map((term) => this.#spellingsOf(term));
		const terms = question.terms.map((term, i) => ({
			term,
			articleCount: this.#articlesWith(spellings[i]!),
			isKnown: spellings[i]![0]?.weight === 1,
		}));
		const statistics = this.#statistics();
		const accepts = (slot: number) => this.#accepts(slot, question.tags);
		const termWeights = terms.map((term) =>
			inverseFrequency(term.articleCount, statistics.articleCount),
		);
		const byWords = new TopList(Math.max(CANDIDATES_BY_WORDS, question.limit));
		const scores = this.#scores(spellings, termWeights, statistics);
		for (let slot = 0; slot < scores.length; slot++)
			if (scores[slot]! > 0 && accepts(slot))
				byWords.offer(slot, scores[slot]!);
		const slots = new Set(byWords.items());
		const { embedding } = question;
		if (embedding)
			for (const slot of this.#embeddings.nearest(embedding, accepts))
				slots.add(slot);
		const compared = this.#comparable(embedding);
		return {
			terms,
			named: question.named,
			marks: question.marks,
			statistics,
			candidates: [...slots].map((slot) =>
				this.#evidence(slot, spellings, compared),
			),
			encoder: compared?.encoder,
		};
	}

	/**
	 * The embedding, once most articles have vectors of its encoder: beside too few others, an article that has them
	 * stands out without answering. Until then, as after an import or a change of the encoder, words decide.
	 */
	#comparable(embedding: Embedding | undefined): Embedding | undefined {
		if (!embedding) return undefined;
		const known = this.#embeddings.countOf(embedding);
		return known >= COMPARABLE_SHARE * this.size ? embedding : undefined;
	}

	/** The term that an unknown term was probably meant as; undefined for a known one. */
	spellingOf(term: string): string | undefined {
		const spellings = this.#spellingsOf(term);
		return spellings
			.filter(({ weight }) => weight < 1)
			.sort((a, b) => b.postings.length - a.postings.length)[0]?.term;
	}

	#accepts(slot: number, tags: readonly string[]): boolean {
		const entry = this.#entries[slot];
		return entry !== undefined && tags.every((tag) => entry.tags.includes(tag));
	}

	#statistics() {
		const articleCount = this.size;
		return {
			articleCount,
			titleLengthMean: articleCount > 0 ? this.#titleLengths / articleCount : 0,
			bodyLengthMean: articleCount > 0 ? this.#bodyLengths / articleCount : 0,
		};
	}

	#spellingsOf(term: string): Spelling[] {
		const exact = this.#postings.get(term);
		if (exact && this.#articlesWith([{ postings: exact }]) > 0)
			return [{ term, postings: exact, weight: 1 }];
		return this.#vocabulary.likelySpellingsOf(term).map((spelling) => ({
			term: spelling,
			postings: this.#postings.get(spelling)!,
			weight: FORGIVEN_WEIGHT,
		}));
	}

	#articlesWith(spellings: readonly Pick<Spelling, "postings">[]): number {
		const hasDeadSlots = this.#entries.length > this.size;
		let count = 0;
		for (const { postings } of spellings) {
			if (!hasDeadSlots) count += postings.length;
			else
				for (let i = 0; i < postings.length; i++)
					if (this.#entries[postings.slot(i)]) count++;
		}
		return Math.min(count, this.size);
	}

	#scores(
		spellings: readonly Spelling[][],
		termWeights: readonly number[],
		corpus: Findings["statistics"],
	): Float32Array {
		const scores = new Float32Array(this.#entries.length);
		for (const [term, variants] of spellings.entries())
			for (const { postings, weight } of variants)
				for (let i = 0; i < postings.length; i++) {
					const slot = postings.slot(i);
					const entry = this.#entries[slot];
					if (!entry) continue;
					const inTitle = fieldWeight(
						postings.titleCount(i) * weight,
						entry.titleLength,
						corpus.titleLengthMean,
					);
					const inBody = fieldWeight(
						postings.bodyCount(i) * weight,
						entry.bodyLength,
						corpus.bodyLengthMean,
					);
					scores[slot]! +=
						termWeights[term]! * (TITLE_WEIGHT * inTitle + inBody);
				}
		return scores;
	}

	#evidence(
		slot: number,
		spellings: readonly Spelling[][],
		embedding: Embedding | undefined,
	): Evidence {
		const entry = this.#entries[slot]!;
		const titleCounts = new Float32Array(spellings.length);
		const bodyCounts = new Float32Array(spellings.length);
		for (const [term, variants] of spellings.entries())
			for (const { postings, weight } of variants) {
				const at = postings.find(slot);
				if (at < 0) continue;
				titleCounts[term]! += postings.titleCount(at) * weight;
				bodyCounts[term]! += postings.bodyCount(at) * weight;
			}
		return {
			articleId: entry.id,
			titleCounts,
			bodyCounts,
			titleLength: entry.titleLength,
			bodyLength: entry.bodyLength,
			sketch: entry.sketch,
			titleCodes: entry.titleCodes,
			placeOf: (term) => this.#postings.get(term)?.placeOf(slot) ?? 0,
			...this.#embeddings.similarities(slot, embedding),
		};
	}

	/** Closes the gaps that changed and removed articles left. */
	#compact(): void {
		const newSlots = new Int32Array(this.#entries.length).fill(-1);
		const entries: Entry[] = [];
		for (const [slot, entry] of this.#entries.entries()) {
			if (!entry) continue;
			newSlots[slot] = entries.length;
			this.#slots.set(entry.id, entries.length);
			entries.push(entry);
		}
		this.#entries = entries;
		for (const [term, postings] of this.#postings) {
			postings.remap(newSlots);
			if (postings.length > 0) continue;
			this.#postings.delete(term);
			this.#vocabulary.delete(term);
		}
		this.#embeddings.remap(newSlots);
	}
}
