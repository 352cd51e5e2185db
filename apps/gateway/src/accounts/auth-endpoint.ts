import type { z } from "zod";
import type { ApiKey } from "../keys/api-key.ts";
import type { Browser } from "./accounts-deps.ts";
import type { OpenedSession } from "./open-session.ts";

/** The session that sends a request. */
export interface SignedIn {
	readonly key: ApiKey;
	/** Of the cookie. */
	readonly token: string;
}

export interface AuthRequest<Body, Query = undefined> {
	readonly body: Body;
	readonly query: Query;
	readonly params: Readonly<Record<string, string>>;
	readonly browser: Browser;
}

/** What an endpoint of `/auth` returns: a session that begins, or that its own ends, or JSON, or where the browser goes. */
export type AuthResponse =
	| Redirection
	| { readonly opened: OpenedSession }
	| Ended
	| { readonly json: unknown; readonly status?: 200 | 202 };

/** The own session has ended. */
export interface Ended {
	readonly ended: true;
	/** Where the browser ends its session at the provider, too. */
	readonly providerUrl?: string | undefined;
}

export interface Redirection {
	readonly redirect: string;
	/** A session that begins. */
	readonly opened?: OpenedSession;
	/** Another one than the session's. */
	readonly cookie?: string;
}

interface AuthEndpointBase<Body, Query> {
	readonly method: "get" | "post" | "delete";
	/** In Express' syntax, below `/auth`. */
	readonly path: string;
	readonly body?: z.ZodType<Body>;
	readonly query?: z.ZodType<Query>;
	/** Browsers open it as a page: a failure leads them to the console's sign-in, with its code. */
	readonly isPage?: boolean;
}

/** An endpoint for agents who are not signed in. */
interface OpenEndpoint<Body, Query> extends AuthEndpointBase<Body, Query> {
	readonly call: (request: AuthRequest<Body, Query>) => Promise<AuthResponse>;
}

/** An endpoint for agents who are. */
interface SessionEndpoint<Body, Query> extends AuthEndpointBase<Body, Query> {
	readonly callSignedIn: (
		request: AuthRequest<Body, Query>,
		signedIn: SignedIn,
	) => Promise<AuthResponse>;
}

/** An endpoint for both. */
interface MaybeSessionEndpoint<Body, Query>
	extends AuthEndpointBase<Body, Query> {
	readonly callMaybeSignedIn: (
		request: AuthRequest<Body, Query>,
		signedIn: SignedIn | undefined,
	) => Promise<AuthResponse>;
}

type AnyEndpoint<Body, Query> =
	| OpenEndpoint<Body, Query>
	| SessionEndpoint<Body, Query>
	| MaybeSessionEndpoint<Body, Query>;

export type AuthEndpoint = AnyEndpoint<never, never>;

/** Checks an endpoint's types against each other, then erases them. */
export function authEndpoint<Body = undefined, Query = undefined>(
	definition: AnyEndpoint<Body, Query>,
): AuthEndpoint {
	return definition as unknown as AuthEndpoint;
}
