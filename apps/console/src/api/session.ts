import { ConnectionError } from "@supportdesk/client";
import { queryOptions, useQuery } from "@tanstack/react-query";
import type { Language } from "../language/language.tsx";
import { queryClient } from "./query-client.ts";

const SESSION = "/auth/session";
const TOO_MANY_REQUESTS = 429;

export interface Session {
	readonly id: string;
	readonly agent_id: string;
	readonly role: "admin" | "agent";
	readonly csrf_token: string;
}

/** A call of `/auth` that was refused. */
export class SignInError extends Error {
	override readonly name = "SignInError";
	readonly code: string | undefined;
	/** Of too many attempts. */
	readonly retryAfterSeconds: number | undefined;

	constructor(
		code: string | undefined,
		message: string,
		retryAfterSeconds?: number,
	) {
		super(message);
		this.code = code;
		this.retryAfterSeconds = retryAfterSeconds;
	}
}

/** Null: no agent is signed in. */
export const session = queryOptions({
	queryKey: ["session"],
	queryFn: async () => {
		const found = await callAuth<Session | null>("GET", SESSION);
		const known = queryClient.getQueryData<Session | null>(["session"]);
		// Another tab has signed in another agent, or out.
		if (known && known.agent_id !== found?.agent_id) forgetAgent();
		if (known && !found) queryClient.setQueryData(["session", "expired"], true);
		return found;
	},
	staleTime: Number.POSITIVE_INFINITY,
	gcTime: Number.POSITIVE_INFINITY,
	refetchOnWindowFocus: "always",
	retry: 3,
});

interface SignInMethods {
	/** The OpenID Connect provider. */
	readonly oidc: { readonly name: string | null; readonly path: string } | null;
}

export const signInMethods = queryOptions({
	queryKey: ["session", "methods"],
	queryFn: () => callAuth<SignInMethods>("GET", "/auth/methods"),
	staleTime: Number.POSITIVE_INFINITY,
});

export interface Credentials {
	readonly email: string;
	readonly password: string;
	/** The second factor. */
	readonly code?: string;
}

export async function signIn(credentials: Credentials): Promise<void> {
	begin(await callAuth<Session>("POST", "/auth/sign-in", credentials));
}

/** Uses the link of a mail up: to sign in, to accept an invitation, or to set a new password. */
export async function redeemLink(
	link: string,
	password?: string,
	code?: string,
): Promise<void> {
	const body = { link, password, code };
	begin(await callAuth<Session>("POST", "/auth/links", body));
}

/** Has a link for a new password mailed, if the address has an account: in this workspace, if it is known. */
export async function requestNewPassword(
	email: string,
	language: Language,
	workspaceId?: string,
): Promise<void> {
	const body = { email, language, workspace_id: workspaceId };
	await callAuth("POST", "/auth/forgotten-password", body);
}

interface SignedOut {
	readonly provider_url: string | null;
}

export async function signOut(everywhere = false): Promise<void> {
	const path = everywhere ? "/auth/sign-out-everywhere" : "/auth/sign-out";
	const { provider_url } = await callAuth<SignedOut>("POST", path, {});
	endSession();
	queryClient.setQueryData(hasExpired.queryKey, false);
	// Who signed in at the provider would be signed in again there without a question.
	if (provider_url) location.assign(provider_url);
}

/** Whether the session has ended without the agent's doing, while the page was open. */
export const hasExpired = queryOptions({
	queryKey: ["session", "expired"],
	queryFn: () => false,
	staleTime: Number.POSITIVE_INFINITY,
	gcTime: Number.POSITIVE_INFINITY,
});

export function endSession(): void {
	if (queryClient.getQueryData(session.queryKey))
		queryClient.setQueryData(hasExpired.queryKey, true);
	queryClient.setQueryData(session.queryKey, null);
	forgetAgent();
}

/** What the last agent has seen goes with the session. */
function forgetAgent(): void {
	queryClient.removeQueries({
		predicate: ({ queryKey }) => queryKey[0] !== "session",
	});
}

/** Who is signed in; empty while nobody is. */
export function useAgentId(): string {
	return useQuery(session).data?.agent_id ?? "";
}

/** The token that every change carries. */
export function csrfToken(): string | undefined {
	return queryClient.getQueryData(session.queryKey)?.csrf_token;
}

function begin(opened: Session): void {
	forgetAgent();
	queryClient.setQueryData(hasExpired.queryKey, false);
	queryClient.setQueryData(session.queryKey, opened);
}

/**
 * `/auth` is beside the API: it opens the session that the client's calls carry.
 *
 * @throws SignInError, or ConnectionError where no response came, or one that a proxy wrote
 */
export async function callAuth<T>(
	method: string,
	path: string,
	body?: unknown,
): Promise<T> {
	const token = csrfToken();
	const response = await fetch(path, {
		method,
		credentials: "same-origin",
		headers: {
			...(body !== undefined && { "content-type": "application/json" }),
			...(token && { "x-csrf-token": token }),
		},
		body: body === undefined ? undefined : JSON.stringify(body),
	}).catch(() => undefined);
	const content = await response?.json().catch(() => undefined);
	if (!response || content === undefined)
		throw new ConnectionError("Support Desk cannot be reached. Try again.");
	if (response.ok) return content as T;
	const { code, message } = content.error ?? {};
	if (code === "session_expired" && path !== SESSION) endSession();
	if (code === "csrf_failed") void queryClient.invalidateQueries(session);
	throw new SignInError(
		code,
		message ?? `Status ${response.status}.`,
		response.status === TOO_MANY_REQUESTS
			? Number(response.headers.get("retry-after")) || undefined
			: undefined,
	);
}
