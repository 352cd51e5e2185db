import { useInfiniteQuery } from "@tanstack/react-query";
import { useNavigate, useParams, useSearch } from "@tanstack/react-router";
import {
	lazy,
	Suspense,
	useCallback,
	useEffect,
	useMemo,
	useRef,
	useState,
} from "react";
import { prefetchConversation } from "../api/conversations.ts";
import { queryClient } from "../api/query-client.ts";
import { useAgentId } from "../api/session.ts";
import { classes } from "../design/classes.ts";
import { Empty, Skeleton } from "../design/empty.tsx";
import { Failed } from "../design/failed.tsx";
import { useTitle } from "../design/use-title.ts";
import { useText } from "../language/language.tsx";
import { useShortcuts } from "../shell/shortcuts.ts";
import { forgetArrivals, useArrivals } from "./arrivals.ts";
import { BulkBar } from "./bulk-bar.tsx";
import styles from "./inbox.module.css";
import { InboxHeader } from "./inbox-header.tsx";
import { RowList } from "./row-list.tsx";
import { isWithoutWord, type Row, rows as rowsQuery } from "./rows.ts";
import { SORTS, toListQuery } from "./views.ts";

const loadPane = () => import("../conversation/conversation-pane.tsx");
const ConversationPane = lazy(() =>
	loadPane().then((module) => ({ default: module.ConversationPane })),
);

/** The list of a view, and beside it the conversation that is open. */
export function Inbox() {
	const text = useText();
	const navigate = useNavigate();
	const { view } = useParams({ from: "/desk/inbox/$view" });
	const filters = useSearch({ from: "/desk/inbox/$view" });
	const { ticketId } = useParams({ strict: false });
	const agentId = useAgentId();
	// An open conversation names the page itself.
	useTitle(ticketId ? undefined : text(`view.${view}`));
	const query = useMemo(
		() => toListQuery(view, filters, agentId),
		[view, filters, agentId],
	);
	const list = useInfiniteQuery(rowsQuery(query));
	const rows = useMemo(
		() => list.data?.pages.flatMap((page) => page.rows) ?? [],
		[list.data],
	);
	useEffect(() => {
		// The list comes first; what the first conversation needs is there before it is opened. What fails now is reported then.
		if (list.isSuccess) loadPane().catch(() => {});
	}, [list.isSuccess]);
	const arrivals = useArrivals(query);
	const [selected, setSelected] = useState<ReadonlySet<string>>(new Set());
	// biome-ignore lint/correctness/useExhaustiveDependencies: another list has other rows
	useEffect(() => setSelected(new Set()), [query]);
	const [cursor, setCursor] = useState<string>();
	const current = ticketId ?? cursor;
	const search = useRef<HTMLInputElement>(null);

	const open = useCallback(
		(id: string, replace = false) => {
			setCursor(id);
			void navigate({
				to: "/inbox/$view/$ticketId",
				params: { view, ticketId: id },
				search: filters,
				replace,
			});
		},
		[navigate, view, filters],
	);
	const close = useCallback(
		() => navigate({ to: "/inbox/$view", params: { view }, search: filters }),
		[navigate, view, filters],
	);
	useReturnedFocus(ticketId);
	const step = useCallback(
		(by: 1 | -1) => {
			// A key can come before the conversation that the last one has opened is drawn.
			const opened = openedId();
			const next = neighbour(rows, opened ?? cursor, by);
			if (next) open(next.id, opened !== undefined);
			const after = next && neighbour(rows, next.id, by);
			if (after) void prefetchConversation(after.id);
		},
		[rows, cursor, open],
	);
	const shown = useRef(rows);
	shown.current = rows;
	const toggled = useRef<string>(undefined);
	const toggle = useCallback((id: string, isRange = false) => {
		const range = isRange ? idsBetween(shown.current, toggled.current, id) : [];
		toggled.current = id;
		setSelected((ids) => {
			const next = new Set([...ids, ...range]);
			if (range.length === 0 && !next.delete(id)) next.add(id);
			return next;
		});
	}, []);
	const showArrivals = () => {
		forgetArrivals();
		// What has come there as well is told no more.
		queryClient.removeQueries({ queryKey: ["inbox"], type: "inactive" });
		void queryClient.resetQueries({ queryKey: rowsQuery(query).queryKey });
	};
	const leave = () => {
		if (selected.size > 0) setSelected(new Set());
		else if (ticketId) void close();
	};
	useShortcuts({
		j: () => step(1),
		k: () => step(-1),
		x: () => current && toggle(current),
		"/": () => search.current?.focus(),
		Escape: leave,
	});

	return (
		<div className={classes(styles.inbox, ticketId && styles.open)}>
			<section className={styles.list} aria-label={text(`view.${view}`)}>
				<div className={styles.head}>
					<div inert={selected.size > 0}>
						<InboxHeader view={view} filters={filters} search={search} />
					</div>
					{selected.size > 0 && (
						<BulkBar ids={selected} onEnd={() => setSelected(new Set())} />
					)}
				</div>
				<div className={styles.news} role="status">
					{arrivals > 0 ? (
						<button
							type="button"
							className={styles.arrivals}
							onClick={showArrivals}
						>
							{text("inbox.arrivals", { count: arrivals })}
						</button>
					) : (
						text(`sort.${filters.sort ?? SORTS[0]}`)
					)}
				</div>
				{list.isError && rows.length === 0 ? (
					isWithoutWord(list.error) ? (
						<Empty icon="search" title={text("inbox.empty")}>
							{text("inbox.noWord")}
						</Empty>
					) : (
						<Failed query={list} />
					)
				) : list.isSuccess && rows.length === 0 ? (
					<Empty icon="inbox" title={text("inbox.empty")}>
						{text(filters.q ? "inbox.nothingFound" : "inbox.emptyHint")}
					</Empty>
				) : (
					<RowList
						key={JSON.stringify(query)}
						rows={rows}
						isLoading={list.isPending}
						current={current}
						selected={selected}
						onOpen={open}
						onToggle={toggle}
						onEnd={() => {
							if (list.hasNextPage && !list.isFetchingNextPage)
								void list.fetchNextPage();
						}}
					/>
				)}
			</section>
			{ticketId ? (
				<Suspense fallback={<Skeleton lines={10} />}>
					<ConversationPane
						key={ticketId}
						id={ticketId}
						hasSelection={selected.size > 0}
						onBack={close}
						onNext={() => step(1)}
					/>
				</Suspense>
			) : (
				<div className={styles.nothing}>
					<Empty icon="mail" title={text("inbox.choose")}>
						{text("inbox.chooseHint")}
					</Empty>
				</div>
			)}
		</div>
	);
}

/** Where a conversation was closed, the focus is at its row; without one, at the list. */
function useReturnedFocus(ticketId: string | undefined): void {
	const opened = useRef<string>(undefined);
	useEffect(() => {
		const closed = opened.current;
		opened.current = ticketId;
		if (ticketId || !closed || document.activeElement !== document.body) return;
		const row = document.querySelector(`[data-ticket="${closed}"] button`);
		const place = row ?? document.getElementById("main");
		if (place instanceof HTMLElement) place.focus({ preventScroll: true });
	}, [ticketId]);
}

/** The conversation that the address names. */
function openedId(): string | undefined {
	return /^\/inbox\/[^/]+\/([^/]+)/.exec(location.pathname)?.[1];
}

/** From one row to another, both included; none where one of them is not listed. */
function idsBetween(
	rows: readonly Row[],
	one: string | undefined,
	other: string,
): string[] {
	const ends = [one, other].map((end) =>
		rows.findIndex(({ id }) => id === end),
	);
	if (ends.includes(-1)) return [];
	return rows
		.slice(Math.min(...ends), Math.max(...ends) + 1)
		.map(({ id }) => id);
}

/** The row before or after; the first one where none is current. Rows that have left the list are passed over. */
function neighbour(
	rows: readonly Row[],
	current: string | undefined,
	by: 1 | -1,
): Row | undefined {
	let index = rows.findIndex(({ id }) => id === current);
	if (index < 0) return rows.find(({ left }) => !left);
	do index += by;
	while (rows[index]?.left);
	return rows[index];
}
