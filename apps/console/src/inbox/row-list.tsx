import {
	memo,
	type PointerEvent,
	useCallback,
	useEffect,
	useLayoutEffect,
	useRef,
	useState,
} from "react";
import { prefetchConversation } from "../api/conversations.ts";
import { Skeleton } from "../design/empty.tsx";
import { useText } from "../language/language.tsx";
import { InboxRow, ROW_PX } from "./inbox-row.tsx";
import styles from "./row-list.module.css";
import type { Row } from "./rows.ts";

const AROUND_ROWS = 8;
// Pages are fetched this far before their place is reached.
const AHEAD_ROWS = 60;
const REST_MS = 80;

interface RowListProps {
	readonly rows: readonly Row[];
	readonly isLoading: boolean;
	readonly current: string | undefined;
	readonly selected: ReadonlySet<string>;
	readonly onOpen: (id: string) => void;
	readonly onToggle: (id: string, isRange?: boolean) => void;
	/** The end of what is there comes near. */
	readonly onEnd: () => void;
}

/** A list of rows of one height, of which only those in sight are drawn. */
export function RowList(props: RowListProps) {
	const { rows, isLoading, current, selected, onOpen, onToggle, onEnd } = props;
	const text = useText();
	const viewport = useRef<HTMLDivElement>(null);
	const { first, last, update } = useWindow(viewport, rows.length);
	useEffect(() => {
		if (last + AHEAD_ROWS >= rows.length && rows.length > 0) onEnd();
	}, [last, rows.length, onEnd]);
	useKeepInSight(viewport, rows, current);
	const rest = useRestingPointer();
	if (isLoading) return <Skeleton lines={12} />;
	return (
		<div ref={viewport} className={styles.viewport} onScroll={update}>
			<ul
				className={styles.rows}
				aria-label={text("inbox.conversations")}
				style={{ height: rows.length * ROW_PX }}
			>
				{rows.slice(first, last).map((row, offset) => (
					<Placed key={row.id} top={(first + offset) * ROW_PX}>
						<InboxRow
							row={row}
							isCurrent={row.id === current}
							isSelected={selected.has(row.id)}
							onOpen={onOpen}
							onToggle={onToggle}
							onRest={rest}
						/>
					</Placed>
				))}
			</ul>
		</div>
	);
}

const Placed = memo(function Placed({
	top,
	children,
}: {
	readonly top: number;
	readonly children: React.ReactNode;
}) {
	return (
		<li
			className={styles.row}
			style={{ transform: `translateY(${top}px)`, height: ROW_PX }}
		>
			{children}
		</li>
	);
});

/** Which rows are drawn. They change in steps, so that most of a scroll draws nothing. */
function useWindow(
	viewport: React.RefObject<HTMLDivElement | null>,
	count: number,
) {
	const [first, setFirst] = useState(0);
	const [visible, setVisible] = useState(20);
	const update = useCallback(() => {
		const { scrollTop = 0, clientHeight = 0 } = viewport.current ?? {};
		const top = Math.floor(scrollTop / ROW_PX);
		const step = AROUND_ROWS / 2;
		setFirst(Math.max(0, Math.floor(top / step) * step - AROUND_ROWS));
		setVisible(Math.ceil(clientHeight / ROW_PX));
	}, [viewport]);
	// biome-ignore lint/correctness/useExhaustiveDependencies: the first rows create the viewport
	useLayoutEffect(() => {
		update();
		const observer = new ResizeObserver(update);
		if (viewport.current) observer.observe(viewport.current);
		return () => observer.disconnect();
	}, [update, viewport, count > 0]);
	const last = Math.min(count, first + visible + 3 * AROUND_ROWS);
	return { first: Math.min(first, count), last, update };
}

/** Scrolls no more than what the current row needs. */
function useKeepInSight(
	viewport: React.RefObject<HTMLDivElement | null>,
	rows: readonly Row[],
	current: string | undefined,
) {
	// biome-ignore lint/correctness/useExhaustiveDependencies: rows that come and go must not scroll the list
	useLayoutEffect(() => {
		const element = viewport.current;
		const index = rows.findIndex(({ id }) => id === current);
		if (!element || index < 0) return;
		const top = index * ROW_PX;
		const bottom = top + ROW_PX - element.clientHeight;
		if (element.scrollTop > top) element.scrollTop = top;
		else if (element.scrollTop < bottom) element.scrollTop = bottom;
	}, [current]);
}

/** Fetches the conversation that the pointer rests on. */
function useRestingPointer() {
	const timer = useRef<ReturnType<typeof setTimeout>>(undefined);
	return useCallback((id: string, { pointerType }: PointerEvent) => {
		clearTimeout(timer.current);
		if (pointerType !== "mouse") return;
		timer.current = setTimeout(() => void prefetchConversation(id), REST_MS);
	}, []);
}
