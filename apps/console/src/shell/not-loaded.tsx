import { useEffect } from "react";
import { Failed } from "../design/failed.tsx";

const QUERY = {
	isError: true,
	// Offline the browser's own page would take the place of the console.
	refetch: () => navigator.onLine && location.reload(),
};

/**
 * In place of a view whose code could not be fetched: without a connection, or because an update has replaced it. What is
 * typed is kept over the reload.
 */
export function NotLoaded() {
	useEffect(() => {
		addEventListener("online", QUERY.refetch);
		return () => removeEventListener("online", QUERY.refetch);
	}, []);
	return <Failed query={QUERY} />;
}
