import { plainText } from "@supportdesk/markdown/plain-text.ts";
import { splitPassages } from "../passages.ts";
import { analyse, isCode } from "../text/analyse.ts";
import { directionMarks } from "../text/opposites.ts";
import { quantiseAll } from "./vectors.ts";

// A count is stored in the bits that a posting leaves for it; a higher count carries no more information.
const TITLE_COUNT_MAX = 15;
const BODY_COUNT_MAX = 255;

/**
 * Increment with every change of a profile's content: of {@link analyse}, {@link directionMarks}, {@link plainText} or
 * {@link splitPassages}. Profiles of an earlier version are rebuilt in the background.
 */
export const ANALYSIS_VERSION = 7;

/** An article's entry in the index: its word counts, and the embedding of its title and passages. */
export interface Profile {
	/** Distinct terms, of the title and the body together, and the title's marks, see {@link directionMarks}. */
	readonly terms: readonly string[];
	/** Beside each term: its count in the title, 0 to {@link TITLE_COUNT_MAX}. */
	readonly titleCounts: Uint8Array;
	/** Beside each term: its count in the body, 0 to {@link BODY_COUNT_MAX}. */
	readonly bodyCounts: Uint8Array;
	/** All terms of the title and of the body, repetitions included. */
	readonly titleLength: number;
	readonly bodyLength: number;
	/** Name of the encoder that made the vectors; undefined until they are made. */
	readonly encoder: string | undefined;
	/** Of one vector; 0 without vectors. */
	readonly dimensions: number;
	/** int8 vectors, one after the other: the title's, then the passages'. */
	readonly vectors: Int8Array;
}

/**
 * The texts whose embedding an article's profile holds: the title, then each passage under the title. A passage seldom
 * names what it is about; with the title the right article came first 2 times in 100 more often.
 */
export function textsToEmbed(title: string, body: string): string[] {
	const passages = splitPassages(plainText(body));
	return [title, ...passages.map((passage) => `${title}\n${passage}`)];
}

/** Counts the words of an article. Its embedding is added by {@link withEmbedding}. */
export function profileOf(title: string, body: string): Profile {
	const counts = new Map<string, [title: number, body: number]>();
	const count = (terms: readonly string[], field: 0 | 1) => {
		for (const term of terms) {
			const both = counts.get(term) ?? [0, 0];
			both[field]++;
			counts.set(term, both);
		}
		return terms.length;
	};
	const titleLength = count(analyse(title), 0);
	const bodyLength = count(analyse(plainText(body)), 1);
	count(directionMarks(title), 0);
	const pairs = [...counts.values()];
	return {
		terms: [...counts.keys()],
		titleCounts: Uint8Array.from(pairs, ([n]) => Math.min(n, TITLE_COUNT_MAX)),
		bodyCounts: Uint8Array.from(pairs, ([, n]) => Math.min(n, BODY_COUNT_MAX)),
		titleLength,
		bodyLength,
		encoder: undefined,
		dimensions: 0,
		vectors: new Int8Array(),
	};
}

/** The codes in an article's title. */
export function titleCodesOf({ terms, titleCounts }: Profile): string[] {
	return terms.filter((term, i) => titleCounts[i]! > 0 && isCode(term));
}

/** The profile with the vectors of {@link textsToEmbed}. */
export function withEmbedding(
	profile: Profile,
	encoder: string,
	vectors: readonly Float32Array[],
): Profile {
	return {
		...profile,
		encoder,
		dimensions: vectors[0]!.length,
		vectors: quantiseAll(vectors),
	};
}
