import { z } from "../../openapi/zod.ts";
import type { AccountsDeps } from "../accounts-deps.ts";
import { type AuthEndpoint, authEndpoint } from "../auth-endpoint.ts";
import { workspaceId } from "../fields.ts";
import { limitClient } from "../limit-attempts.ts";
import { begunCookie, NO_BEGUN_COOKIE, readBegun } from "./begun-sign-in.ts";
import { stateMismatch } from "./errors.ts";
import {
	newExpected,
	type Provider,
	type ProviderSettings,
} from "./provider.ts";
import { signInPerson } from "./sign-in.ts";

const BEGIN_PATH = "/oidc";
const CALLBACK_PATH = "/oidc/callback";
const PATH_CHARACTERS_MAX = 500;
// Only its form counts: what follows the origin.
const ANY_ORIGIN = "http://console.invalid";

const Begin = z.strictObject({
	return_to: z
		.string()
		.max(
			PATH_CHARACTERS_MAX,
			`must have at most ${PATH_CHARACTERS_MAX} characters`,
		)
		.refine(isOwnPath, "must be a path of the console")
		.optional(),
	workspace_id: workspaceId,
});
// Providers add parameters of their own.
const Callback = z.record(z.string(), z.string());

/** Which ways to sign in there are, and signing in at the OpenID Connect provider if there is one. */
export function oidcEndpoints(
	deps: AccountsDeps,
	settings: ProviderSettings | undefined,
	provider: Provider | undefined,
): AuthEndpoint[] {
	const oidc = settings && {
		name: settings.name ?? null,
		path: `/auth${BEGIN_PATH}`,
	};
	const methods = authEndpoint({
		method: "get",
		path: "/methods",
		call: async () => ({ json: { password: true, oidc: oidc ?? null } }),
	});
	return settings && provider
		? [methods, ...providerEndpoints(deps, settings, provider)]
		: [methods];
}

function providerEndpoints(
	deps: AccountsDeps,
	settings: ProviderSettings,
	provider: Provider,
): AuthEndpoint[] {
	const { limiter, cursorSecret, now } = deps;
	const redirectUri = () =>
		new URL(`/auth${CALLBACK_PATH}`, deps.publicUrl()).href;
	return [
		authEndpoint<undefined, z.infer<typeof Begin>>({
			method: "get",
			path: BEGIN_PATH,
			query: Begin,
			isPage: true,
			async call({ query }) {
				const expected = newExpected();
				const redirect = await provider.begin(redirectUri(), expected);
				const begun = {
					...expected,
					returnTo: query.return_to ?? "/",
					// The installation's own restriction counts more.
					workspaceId: settings.workspaceId ?? query.workspace_id,
				};
				return { redirect, cookie: begunCookie(begun, cursorSecret, now()) };
			},
		}),
		authEndpoint<undefined, z.infer<typeof Callback>>({
			method: "get",
			path: CALLBACK_PATH,
			query: Callback,
			isPage: true,
			async call({ query, browser }) {
				const begun = readBegun(browser.cookies, cursorSecret, now());
				if (!begun || query.state !== begun.state) throw stateMismatch();
				await limitClient(limiter, browser.address);
				const callback = new URL(redirectUri());
				callback.search = new URLSearchParams(query).toString();
				const person = await provider.finish(callback, begun);
				const { returnTo, workspaceId } = begun;
				const opened = await signInPerson(deps, person, workspaceId, browser);
				const redirect = encodePath(returnTo);
				return { redirect, opened, cookie: NO_BEGUN_COOKIE };
			},
		}),
	];
}

/** Whether it leads to a page of this origin: browsers take `//host` and `/\host` for another one. */
function isOwnPath(path: string): boolean {
	return (
		path.startsWith("/") &&
		URL.canParse(path, ANY_ORIGIN) &&
		new URL(path, ANY_ORIGIN).origin === ANY_ORIGIN
	);
}

/** As a header can have it. A parsed path would be another one: `/.//host` becomes `//host`. */
function encodePath(path: string): string {
	return path.replace(/[^\x21-\x7e]/gu, encodeURIComponent);
}
