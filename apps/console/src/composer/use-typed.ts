import { useCallback, useEffect, useRef, useState } from "react";
import { keepTyped, readTyped, type Typed } from "./kept-text.ts";

const EMPTY: Typed = { mode: "reply", reply: "", note: "" };
const KEEP_MS = 100;

// One after the other, so that the last state is the one that stays, and is there when the conversation is opened again.
let written: Promise<unknown> = Promise.resolve();

/** What is to be different, perhaps made of what is typed by then. */
type Change = Partial<Typed> | ((now: Typed) => Partial<Typed>);

/**
 * What is typed in a conversation, as it was left, kept while it changes. `isReady` is false until what was kept is read; what
 * is typed before is put behind it.
 */
export function useTyped(agentId: string | undefined, conversationId: string) {
	const [typed, setTyped] = useState(EMPTY);
	const [isReady, setReady] = useState(false);
	const latest = useRef(typed);
	const isRead = useRef(false);
	const timer = useRef<ReturnType<typeof setTimeout>>(undefined);

	const keep = useCallback((): Promise<unknown> => {
		clearTimeout(timer.current);
		timer.current = undefined;
		if (agentId)
			written = written
				.then(() => keepTyped(agentId, conversationId, latest.current))
				.catch(() => {
					// A browser that stores nothing: the text stays on the screen.
				});
		return written;
	}, [agentId, conversationId]);

	useEffect(() => {
		if (!agentId) return;
		let isCurrent = true;
		void written
			.then(() => readTyped(agentId, conversationId))
			.catch(() => undefined)
			.then((found) => {
				if (!isCurrent) return;
				const early = latest.current;
				if (found) {
					latest.current = early === EMPTY ? found : join(found, early);
					setTyped(latest.current);
				}
				isRead.current = true;
				setReady(true);
				if (early !== EMPTY) void keep();
			});
		const onHide = () => timer.current && void keep();
		addEventListener("pagehide", onHide);
		return () => {
			isCurrent = false;
			removeEventListener("pagehide", onHide);
			onHide();
		};
	}, [agentId, conversationId, keep]);

	const change = useCallback(
		(changes: Change) => {
			const made =
				typeof changes === "function" ? changes(latest.current) : changes;
			latest.current = { ...latest.current, ...made };
			setTyped(latest.current);
			// Not before it is known what this would replace.
			if (isRead.current)
				timer.current ??= setTimeout(() => void keep(), KEEP_MS);
		},
		[keep],
	);
	/** Resolves when the change survives a crash. */
	const changeAndKeep = useCallback(
		async (changes: Change) => {
			change(changes);
			await keep();
		},
		[change, keep],
	);
	return { typed, isReady, change, changeAndKeep };
}

function join(kept: Typed, early: Typed): Typed {
	return {
		...kept,
		...early,
		reply: kept.reply + early.reply,
		note: kept.note + early.note,
	};
}
