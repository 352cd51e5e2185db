import type { Draft } from "@supportdesk/client";

export interface NumberedSource {
	/** As the reader sees it, from 1. */
	readonly number: number;
	readonly articleId: string;
	readonly title: string;
	/** Characters (code points) of the article's text. */
	readonly start: number;
	readonly end: number;
}

export type Piece =
	| { readonly kind: "space"; readonly text: string }
	| {
			readonly kind: "sentence";
			readonly key: number;
			readonly text: string;
			readonly isUnsupported: boolean;
			readonly sources: readonly NumberedSource[];
	  };

/** The body of a draft in pieces: its sentences with their sources, and what is between them. */
export function piecesOf(draft: Draft): readonly Piece[] {
	const titles = new Map(
		draft.sources.map(({ article_id, title }) => [article_id, title]),
	);
	const pieces: Piece[] = [];
	let end = 0;
	let number = 0;
	for (const sentence of draft.sentences ?? []) {
		const start = draft.body.indexOf(sentence.text, end);
		if (start < 0) continue;
		if (start > end)
			pieces.push({ kind: "space", text: draft.body.slice(end, start) });
		end = start + sentence.text.length;
		pieces.push({
			kind: "sentence",
			key: start,
			text: sentence.text,
			isUnsupported: sentence.unsupported,
			sources: sentence.sources.map((source) => ({
				number: ++number,
				articleId: source.article_id,
				title: titles.get(source.article_id) ?? source.article_id,
				start: source.start,
				end: source.end,
			})),
		});
	}
	if (end < draft.body.length)
		pieces.push({ kind: "space", text: draft.body.slice(end) });
	return pieces;
}
