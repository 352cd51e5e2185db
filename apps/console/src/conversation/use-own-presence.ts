import { useCallback, useEffect, useRef } from "react";
import { desk } from "../api/desk.ts";
import { onLeave } from "../api/presence.ts";
import { csrfToken, useAgentId } from "../api/session.ts";

// The desk forgets an agent of whom it hears nothing for 25 s.
const REPEAT_MS = 10_000;
const TYPING_MS = 5_000;

/** Says that the agent is in the conversation while its page is visible. Call what it returns at every key that is typed. */
export function useOwnPresence(id: string): () => void {
	const agentId = useAgentId();
	const typedAt = useRef(Number.NEGATIVE_INFINITY);
	const saidTyping = useRef(false);

	const say = useCallback(() => {
		if (document.hidden) return;
		const isTyping = performance.now() - typedAt.current < TYPING_MS;
		saidTyping.current = isTyping;
		const state = isTyping ? "typing" : "viewing";
		// What is not heard is repeated.
		desk.conversations
			.setPresence(id, { state }, { totalTimeoutMs: 0 })
			.catch(() => {});
	}, [id]);

	useEffect(() => {
		if (!agentId) return;
		say();
		const timer = setInterval(say, REPEAT_MS);
		const watch = setInterval(() => {
			const isTyping = performance.now() - typedAt.current < TYPING_MS;
			if (isTyping !== saidTyping.current) say();
		}, 1_000);
		// Another page of the same agent was closed.
		const stopWatching = onLeave((left, who) => {
			if (left === id && who === agentId) say();
		});
		const leave = () => sayLeft(id);
		document.addEventListener("visibilitychange", say);
		addEventListener("pagehide", leave);
		return () => {
			clearInterval(timer);
			clearInterval(watch);
			stopWatching();
			document.removeEventListener("visibilitychange", say);
			removeEventListener("pagehide", leave);
			leave();
		};
	}, [id, agentId, say]);

	return useCallback(() => {
		typedAt.current = performance.now();
		if (!saidTyping.current) say();
	}, [say]);
}

/** Reaches the desk also when the page is closed, as requests of the client do not. */
function sayLeft(id: string): void {
	const token = csrfToken();
	if (!token) return;
	fetch(`/v1/conversations/${id}/presence`, {
		method: "PUT",
		keepalive: true,
		credentials: "same-origin",
		headers: { "content-type": "application/json", "x-csrf-token": token },
		body: JSON.stringify({ state: "left" }),
	})
		.then((response) => response.body?.cancel()) // unread, it would stay in memory
		.catch(() => {});
}
