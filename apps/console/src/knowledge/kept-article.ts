import { useCallback, useEffect, useRef } from "react";
import { readKept, writeKept } from "../composer/kept-json.ts";
import type { ArticleText } from "./save-article.ts";

const KEEP_MS = 100;

/** What is written of an article, and not saved. */
export interface KeptArticle {
	readonly written: ArticleText;
	/** The article's `updated_at` when it was written; null for a new one. */
	readonly since: string | null;
}

// One after the other, so that the last state is the one that stays, and is there when the article is opened again.
let stored: Promise<unknown> = Promise.resolve();

/** @param id of the article, or of what a new one is for */
export function readKeptArticle(
	agentId: string,
	id: string,
): Promise<KeptArticle | undefined> {
	return stored
		.then(() => readKept<KeptArticle>(agentId, nameOf(id)))
		.catch(() => undefined);
}

/** Keeps what it is called with; undefined is for what is saved. */
export function useKeepArticle(
	agentId: string,
	id: string,
): (kept: KeptArticle | undefined) => void {
	const latest = useRef<KeptArticle>(undefined);
	const timer = useRef<ReturnType<typeof setTimeout>>(undefined);
	const store = useCallback(() => {
		if (timer.current === undefined) return;
		clearTimeout(timer.current);
		timer.current = undefined;
		const kept = latest.current;
		stored = stored
			.then(() => writeKept(agentId, nameOf(id), kept))
			.catch(() => {
				// A browser that stores nothing: the text stays on the screen.
			});
	}, [agentId, id]);
	useEffect(() => {
		addEventListener("pagehide", store);
		return () => {
			removeEventListener("pagehide", store);
			store();
		};
	}, [store]);
	return useCallback(
		(kept) => {
			latest.current = kept;
			timer.current ??= setTimeout(store, KEEP_MS);
		},
		[store],
	);
}

function nameOf(id: string): string {
	return `article/${id}`;
}
