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
	const viewport = useReadingPlace(shown[0]?.id, messages.at(-1)?.id);
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
					<Button
						kind="quiet"
						disabled={wantsAll}
						onClick={() => {
							setWantsAll(true);
							// The button goes when they are there.
							viewport.current?.focus({ preventScroll: true });
						}}
					>
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
 * read. What is above it may come and go.
 */
function useReadingPlace(
	firstId: string | undefined,
	lastId: string | undefined,
) {
	const viewport = useRef<HTMLElement>(null);
	const isAtEnd = useRef(false);
	const read = useRef<{ element: HTMLElement; top: number }>(undefined);
	useLayoutEffect(() => {
		const element = viewport.current!;
		const last = messagesIn(element).at(-1);
		element.scrollTop = last ? last.offsetTop - GAP_PX : 0;
		const onScroll = () => {
			const { scrollHeight, scrollTop, clientHeight } = element;
			read.current = findRead(element);
			isAtEnd.current = scrollHeight - scrollTop - clientHeight < NEAR_END_PX;
		};
		element.addEventListener("scroll", onScroll, { passive: true });
		return () => element.removeEventListener("scroll", onScroll);
	}, []);
	// biome-ignore lint/correctness/useExhaustiveDependencies: what comes or goes above moves what is read
	useLayoutEffect(() => {
		const element = viewport.current!;
		const before = read.current;
		if (before?.element.isConnected)
			element.scrollTop = before.element.offsetTop - before.top;
		read.current = findRead(element);
	}, [firstId]);
	// biome-ignore lint/correctness/useExhaustiveDependencies: a new message moves the end
	useLayoutEffect(() => {
		const element = viewport.current!;
		if (isAtEnd.current) element.scrollTop = element.scrollHeight;
	}, [lastId]);
	return viewport;
}

/** Their elements, without those of lists in them. */
function messagesIn(viewport: HTMLElement): HTMLElement[] {
	return [...viewport.querySelectorAll<HTMLElement>(":scope > div > ol > li")];
}

/** The first message in sight, and how far it is from the upper edge. */
function findRead(viewport: HTMLElement) {
	const { scrollTop } = viewport;
	for (const element of messagesIn(viewport)) {
		const top = element.offsetTop - scrollTop;
		if (top + element.offsetHeight > 0) return { element, top };
	}
	return undefined;
}
