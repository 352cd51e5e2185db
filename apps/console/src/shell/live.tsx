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
import { apply } from "./apply-event.ts";
import { createRefresh, RECOUNT_MS, REFRESH_MS } from "./refresh.ts";

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
