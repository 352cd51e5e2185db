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

export interface AuthRequest<Body> {
	readonly body: Body;
	readonly params: Readonly<Record<string, string>>;
	readonly browser: Browser;
}

/** What an endpoint of `/auth` returns: a session that begins, or that its own ends, or JSON. */
export type AuthResponse =
	| { readonly opened: OpenedSession }
	| { readonly ended: true }
	| { readonly json: unknown; readonly status?: 200 | 202 };

interface AuthEndpointBase<Body> {
	readonly method: "get" | "post" | "delete";
	/** In Express' syntax, below `/auth`. */
	readonly path: string;
	readonly body?: z.ZodType<Body>;
}

/** An endpoint for agents who are not signed in. */
interface OpenEndpoint<Body> extends AuthEndpointBase<Body> {
	readonly call: (request: AuthRequest<Body>) => Promise<AuthResponse>;
}

/** An endpoint for agents who are. */
interface SessionEndpoint<Body> extends AuthEndpointBase<Body> {
	readonly callSignedIn: (
		request: AuthRequest<Body>,
		signedIn: SignedIn,
	) => Promise<AuthResponse>;
}

export type AuthEndpoint = OpenEndpoint<never> | SessionEndpoint<never>;

/** Checks an endpoint's types against each other, then erases them. */
export function authEndpoint<Body = undefined>(
	definition: OpenEndpoint<Body> | SessionEndpoint<Body>,
): AuthEndpoint {
	return definition as unknown as AuthEndpoint;
}
