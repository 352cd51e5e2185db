import { useQuery } from "@tanstack/react-query";
import { lazy, Suspense } from "react";
import { session } from "../api/session.ts";
import { Failed } from "../design/failed.tsx";
import { ToastProvider } from "../design/toasts.tsx";
import { LiveProvider } from "./live.tsx";
import { Shell } from "./shell.tsx";

const SignIn = lazy(() =>
	import("../sign-in/sign-in.tsx").then((module) => ({
		default: module.SignIn,
	})),
);

/** The desk for who is signed in; the sign-in for everybody else, at the same address. */
export function Gate() {
	const query = useQuery(session);
	const { data } = query;
	if (data === undefined)
		return query.isError ? <Failed query={query} /> : null;
	if (data === null)
		return (
			<Suspense>
				<SignIn />
			</Suspense>
		);
	return (
		// What one agent has done is nothing for another one to undo.
		<ToastProvider key={data.agent_id}>
			<LiveProvider key={data.id}>
				<Shell />
			</LiveProvider>
		</ToastProvider>
	);
}
