import type { ConversationWithMessages, Message } from "@supportdesk/client";
import { useInfiniteQuery } from "@tanstack/react-query";
import {
	type ReactNode,
	useEffect,
	useLayoutEffect,
	useRef,
	useState,
} from "react";
import { desk } from "../api/desk.ts";
import { useAgentId } from "../api/session.ts";
import { Button } from "../design/button.tsx";
import { useText } from "../language/language.tsx";
import { MessageCard } from "./message-card.tsx";
import styles from "./thread.module.css";

const NEAR_END_PX = 120;
const GAP_PX = 24;

/** The messages, the latest in sight. `children` follow the last one. */
export function Thread({
	conversation,
	children,
}: {
	readonly conversation: ConversationWithMessages;
	readonly children: ReactNode;
}) {
	const text = useText();
	const { id, messages, message_count } = conversation;
	const [wantsAll, setWantsAll] = useState(false);
	const earlier = useAllMessages(id, wantsAll);
	const shown = joined(earlier, messages);
	const viewport = useReadingPlace(messages.at(-1)?.id);
	return (
		<section
			ref={viewport}
			className={styles.viewport}
			// What scrolls must be within reach of the keyboard.
			// biome-ignore lint/a11y/noNoninteractiveTabindex: see above
			tabIndex={0}
			aria-label={text("conversation.messages")}
		>
			<div className={styles.thread}>
				{shown.length < message_count && (
					<Button kind="quiet" onClick={() => setWantsAll(true)}>
						{text("conversation.earlier", {
							count: message_count - shown.length,
						})}
					</Button>
				)}
				<ol className={styles.messages}>
					{shown.map((message) => (
						<li key={message.id}>
							<MessageCard message={message} />
						</li>
					))}
				</ol>
				{children}
			</div>
			<Announcement of={messages.at(-1)} />
		</section>
	);
}

/** Tells who cannot see it that another person has written since the conversation was opened. */
function Announcement({ of: latest }: { readonly of: Message | undefined }) {
	const text = useText();
	const agentId = useAgentId();
	const [firstId] = useState(latest?.id);
	const isNews =
		latest && latest.id !== firstId && latest.author.id !== agentId;
	return (
		<p className="visually-hidden" role="status">
			{isNews &&
				text(`message.by.${latest.type}`, { name: latest.author.name })}
		</p>
	);
}

/** Every message, fetched page by page when they are wanted. */
function useAllMessages(
	id: string,
	enabled: boolean,
): readonly Message[] | undefined {
	const { data, hasNextPage, isFetching, fetchNextPage } = useInfiniteQuery({
		queryKey: ["conversation", id, "messages"],
		queryFn: ({ pageParam, signal }) =>
			desk.conversations
				.listMessages(
					id,
					{ limit: 100, cursor: pageParam || undefined },
					{ signal },
				)
				.page(),
		initialPageParam: "",
		getNextPageParam: ({ next_cursor }) => next_cursor,
		enabled,
	});
	useEffect(() => {
		if (enabled && hasNextPage && !isFetching) void fetchNextPage();
	}, [enabled, hasNextPage, isFetching, fetchNextPage]);
	if (!data || hasNextPage) return undefined;
	return data.pages.flatMap((page) => page.data);
}

/** All messages as they were fetched last, and the latest ones, some of which have come since. */
function joined(
	all: readonly Message[] | undefined,
	latest: readonly Message[],
): readonly Message[] {
	if (!all) return latest;
	const ids = new Set(latest.map(({ id }) => id));
	return [...all.filter((message) => !ids.has(message.id)), ...latest];
}

/**
 * Begins where the latest message begins, and stays at the end when a message comes, unless the agent has scrolled up to
 * read.
 */
function useReadingPlace(lastId: string | undefined) {
	const viewport = useRef<HTMLElement>(null);
	const isAtEnd = useRef(false);
	useLayoutEffect(() => {
		const element = viewport.current!;
		const last = element.querySelector<HTMLElement>("li:last-child");
		element.scrollTop = last ? last.offsetTop - GAP_PX : 0;
		const onScroll = () => {
			const { scrollHeight, scrollTop, clientHeight } = element;
			isAtEnd.current = scrollHeight - scrollTop - clientHeight < NEAR_END_PX;
		};
		element.addEventListener("scroll", onScroll, { passive: true });
		return () => element.removeEventListener("scroll", onScroll);
	}, []);
	// biome-ignore lint/correctness/useExhaustiveDependencies: a new message moves the end
	useLayoutEffect(() => {
		const element = viewport.current!;
		if (isAtEnd.current) element.scrollTop = element.scrollHeight;
	}, [lastId]);
	return viewport;
}
