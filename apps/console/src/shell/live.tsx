import type { Event, Message, Ticket } from "@supportdesk/client";
import type { QueryKey } from "@tanstack/react-query";
import {
	createContext,
	type ReactNode,
	useContext,
	useEffect,
	useMemo,
	useState,
} from "react";
import { type Connection, followEvents } from "../api/live.ts";
import { queryClient } from "../api/query-client.ts";
import { conversationsOf, listsWith } from "../contacts/contact-list.ts";
import { forgetArrival, noteArrival, noteMessage } from "../inbox/arrivals.ts";
import { showDeleted, showMessage, showTicket } from "../inbox/rows.ts";

const Context = createContext<Connection>("connecting");

/** Keeps what is shown current, by the workspace's events. */
export function LiveProvider({ children }: { readonly children: ReactNode }) {
	const [stream, setStream] = useState<Connection>("connecting");
	const [isOnline, setOnline] = useState(navigator.onLine);
	useEffect(() => {
		const ended = new AbortController();
		const refresh = createRefresh(REFRESH_MS);
		const recount = createRefresh(RECOUNT_MS);
		let wasOffline = false;
		void followEvents(
			(event) => {
				apply(event, refresh);
				if (/^(ticket|message)\./.test(event.type)) recount(["counts"]);
			},
			(connection) => {
				setStream(connection);
				if (connection === "offline") wasOffline = true;
				else if (wasOffline) {
					wasOffline = false;
					void queryClient.invalidateQueries({ queryKey: ["counts"] });
					void queryClient.refetchQueries({
						type: "active",
						predicate: ({ state }) => state.status === "error",
					});
				}
			},
			ended.signal,
		);
		return () => ended.abort();
	}, []);
	useEffect(() => {
		const update = () => setOnline(navigator.onLine);
		addEventListener("online", update);
		addEventListener("offline", update);
		return () => {
			removeEventListener("online", update);
			removeEventListener("offline", update);
		};
	}, []);
	const value = useMemo(
		() => (isOnline ? stream : "offline"),
		[isOnline, stream],
	);
	return <Context value={value}>{children}</Context>;
}

export function useConnection(): Connection {
	return useContext(Context);
}

type Refresh = (key: QueryKey) => void;

const REFRESH_MS = 150;
// Counting reads much more than it shows.
const RECOUNT_MS = 3_000;

/** Fetches again what several events of one moment have changed, once. Only what is on the screen is fetched at once. */
function createRefresh(afterMs: number): Refresh {
	const keys = new Map<string, QueryKey>();
	let timer: ReturnType<typeof setTimeout> | undefined;
	return (key) => {
		keys.set(key.join(), key);
		if (timer) return;
		timer = setTimeout(() => {
			timer = undefined;
			for (const queryKey of keys.values())
				void queryClient.invalidateQueries({ queryKey });
			keys.clear();
		}, afterMs);
	};
}

function apply(event: Event, refresh: Refresh): void {
	const [kind] = event.type.split(".");
	switch (kind) {
		case "ticket":
			applyToTicket(event.data.object as unknown as Ticket, event, refresh);
			break;
		case "message":
		case "draft": {
			const { ticket_id, conversation_id } = event.data.object;
			const id = String(ticket_id ?? conversation_id);
			if (event.type === "message.created") {
				const message = event.data.object as unknown as Message;
				showMessage(id, message);
				void noteMessage(id, message);
			}
			refreshConversation(id, refresh);
			break;
		}
		default:
			for (const key of KEYS_BY_KIND[kind!] ?? []) refresh([key]);
	}
}

const KEYS_BY_KIND: Readonly<Record<string, readonly string[]>> = {
	contact: ["contacts", "contact"],
	article: ["articles", "article"],
	gap: ["gaps"],
	agent: ["agents"],
	group: ["groups"],
	webhook: ["webhooks"],
};

function applyToTicket(ticket: Ticket, event: Event, refresh: Refresh): void {
	const { id } = event.resource;
	showTicket(ticket);
	if (event.type === "ticket.deleted") {
		showDeleted(id);
		forgetArrival(id);
	}
	refreshConversation(id, refresh);
	if (event.type === "ticket.created")
		refresh(conversationsOf(ticket.contact.id).queryKey);
	if (event.type === "ticket.created" || event.type === "ticket.updated")
		noteArrival(ticket, event.type === "ticket.created");
}

function refreshConversation(id: string, refresh: Refresh): void {
	refresh(["conversation", id]);
	refresh(["draft", id]);
	refresh(["history", id]);
	for (const list of listsWith(id)) refresh(list);
}
