import { useCallback, useEffect, useRef, useState } from "react";
import { keepTyped, readTyped, type Typed } from "./kept-text.ts";

const EMPTY: Typed = { mode: "reply", reply: "", note: "" };
const KEEP_MS = 100;

/** What is typed in a conversation, as it was left, kept while it changes. `isReady` is false for some milliseconds. */
export function useTyped(agentId: string | undefined, conversationId: string) {
	const [typed, setTyped] = useState(EMPTY);
	const [isReady, setReady] = useState(false);
	const latest = useRef(typed);
	const timer = useRef<ReturnType<typeof setTimeout>>(undefined);

	const keep = useCallback(() => {
		clearTimeout(timer.current);
		timer.current = undefined;
		if (agentId)
			void keepTyped(agentId, conversationId, latest.current).catch(() => {
				// A browser that stores nothing: the text stays on the screen.
			});
	}, [agentId, conversationId]);

	useEffect(() => {
		if (!agentId) return;
		let isCurrent = true;
		void readTyped(agentId, conversationId)
			.catch(() => undefined)
			.then((kept) => {
				if (!isCurrent) return;
				if (kept) {
					latest.current = kept;
					setTyped(kept);
				}
				setReady(true);
			});
		const onHide = () => timer.current && keep();
		addEventListener("pagehide", onHide);
		return () => {
			isCurrent = false;
			removeEventListener("pagehide", onHide);
			onHide();
		};
	}, [agentId, conversationId, keep]);

	const change = useCallback(
		(changes: Partial<Typed>) => {
			latest.current = { ...latest.current, ...changes };
			setTyped(latest.current);
			timer.current ??= setTimeout(keep, KEEP_MS);
		},
		[keep],
	);
	return { typed, isReady, change };
}
