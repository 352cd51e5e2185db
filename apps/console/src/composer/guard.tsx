import type { ConversationWithMessages, Message } from "@supportdesk/client";
import { useEffect, useRef, useState } from "react";
import { Button } from "../design/button.tsx";
import { Icon } from "../design/icon.tsx";
import { useText } from "../language/language.tsx";
import styles from "./guard.module.css";
import type { Typed } from "./kept-text.ts";

const EXCERPT_CHARACTERS = 240;

export interface GuardState {
	/** The latest message that the agent has read. */
	readonly seenId: string | undefined;
	readonly latestId: string | undefined;
	/** What others have written since the agent began to type. */
	readonly news: readonly Message[];
	/** How often the agent tried to send past them. */
	readonly attempts: number;
	/** Shows the agent why nothing is sent. */
	point(): void;
	/** The agent has read them. */
	accept(): void;
}

/** Watches for messages that come while the agent types: an answer to what is no longer the last word helps no customer. */
export function useGuard(
	{ messages }: ConversationWithMessages,
	typed: Typed,
	change: (changes: Partial<Typed>) => void,
	ownId: string | undefined,
): GuardState {
	const [attempts, setAttempts] = useState(0);
	const latestId = messages.at(-1)?.id;
	const isTyping = typed.reply !== "" || typed.note !== "";
	const seenId = isTyping ? (typed.seenId ?? latestId) : latestId;
	const seen = messages.findIndex(({ id }) => id === seenId);
	const later = seen < 0 ? messages : messages.slice(seen + 1);
	const news = later.filter(({ author }) => author.id !== ownId);
	return {
		// Without news, what is later is the agent's own.
		seenId: news.length > 0 ? seenId : latestId,
		latestId,
		news,
		attempts,
		point: () => setAttempts((count) => count + 1),
		accept() {
			setAttempts(0);
			change({ seenId: latestId });
		},
	};
}

export function Guard({ guard }: { readonly guard: GuardState }) {
	const text = useText();
	const accept = useRef<HTMLButtonElement>(null);
	const { news, attempts } = guard;
	useEffect(() => {
		if (attempts > 0) accept.current?.focus();
	}, [attempts]);
	const latest = news.at(-1)!;
	return (
		<div className={styles.guard} role="alert">
			<Icon name="warning" />
			<div className={styles.message}>
				<strong>
					{text("guard.title", {
						count: news.length,
						name: latest.author.name,
					})}
				</strong>
				<p dir="auto">{latest.body_text.slice(0, EXCERPT_CHARACTERS)}</p>
			</div>
			<Button ref={accept} small onClick={guard.accept}>
				{text("guard.accept")}
			</Button>
		</div>
	);
}
