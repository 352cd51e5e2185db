import type { Identity } from "@supportdesk/accounts/identities.ts";
import type { AppError } from "@supportdesk/errors/app-error.ts";
import type { Logger } from "@supportdesk/logger/logger.ts";
import * as oidc from "openid-client";
import {
	providerRefused,
	providerUnavailable,
	responseInvalid,
} from "./errors.ts";

const TIMEOUT_SECONDS = 5;
const CLOCK_TOLERANCE_SECONDS = 30;
// The provider may move its endpoints; its keys are read again whenever a token names an unknown one.
const DISCOVERED_MS_MAX = 60 * 60 * 1_000;
const SUBJECT_CHARACTERS_MAX = 255;

/** The installation's OpenID Connect provider. */
export interface ProviderSettings {
	readonly issuer: string;
	readonly clientId: string;
	/** Undefined for a public client, which PKCE alone protects. */
	readonly clientSecret: string | undefined;
	readonly scopes: string;
	/** How the console names it. */
	readonly name: string | undefined;
	/** The only workspace whose accounts it signs in; all if not given. */
	readonly workspaceId: string | undefined;
	/** Whether the console's address after signing out is registered there: it refuses others. */
	readonly returnsAfterSignOut: boolean;
}

/** What the response to an authorization request has to fit. */
export interface Expected {
	readonly state: string;
	readonly nonce: string;
	/** Of PKCE. */
	readonly codeVerifier: string;
}

/** Who has signed in at the provider. */
export interface Person {
	readonly identity: Identity;
	/** Shown to the provider again at sign-out: it knows by it which session ends, and need not ask. */
	readonly idToken: string;
	/** In lower case, with what the provider says of it; undefined where it says nothing. Calls the provider where the token has none. */
	readonly findEmail: () => Promise<
		{ readonly email: string; readonly isVerified: boolean } | undefined
	>;
}

export interface Provider {
	/** The address that the browser is sent to. @throws AppError `oidc_unavailable` */
	begin(redirectUri: string, expected: Expected): Promise<string>;
	/**
	 * @param callback the address that the provider has sent the browser back to, as it is registered there
	 * @throws AppError `oidc_refused`, `oidc_response_invalid`, `oidc_unavailable`
	 */
	finish(callback: URL, expected: Expected): Promise<Person>;
	/**
	 * The address at which a browser ends its session at the provider; undefined where there is none, or no provider.
	 *
	 * @param idToken of the session; the provider asks the person where it is not known
	 * @param returnTo where the browser is led afterwards, if the provider knows the address
	 */
	findSignOutUrl(
		idToken: string | undefined,
		returnTo: string,
	): Promise<string | undefined>;
}

export function newExpected(): Expected {
	return {
		state: oidc.randomState(),
		nonce: oidc.randomNonce(),
		codeVerifier: oidc.randomPKCECodeVerifier(),
	};
}

interface ProviderDeps {
	readonly log: Logger;
	/** Epoch milliseconds. */
	readonly now: () => number;
}

/** Discovers the provider with the first sign-in, so that the gateway starts without it. */
export function createProvider(
	settings: ProviderSettings,
	{ log, now }: ProviderDeps,
): Provider {
	let discovered: Promise<oidc.Configuration> | undefined;
	let discoveredAtMs = 0;
	const configuration = () => {
		if (discovered && now() - discoveredAtMs < DISCOVERED_MS_MAX)
			return discovered;
		discoveredAtMs = now();
		const attempt = discover(settings).catch((err) => {
			log.warn({ reason: reasonOf(err) }, "provider not discovered");
			throw providerUnavailable(err);
		});
		discovered = attempt;
		attempt.catch(() => {
			if (discovered === attempt) discovered = undefined;
		});
		return attempt;
	};
	const refusing = async <T>(work: () => Promise<T>): Promise<T> => {
		try {
			return await work();
		} catch (err) {
			log.warn({ reason: reasonOf(err) }, "sign-in at the provider failed");
			throw refusalOf(err);
		}
	};
	return {
		async begin(redirectUri, { state, nonce, codeVerifier }) {
			const config = await configuration();
			const url = oidc.buildAuthorizationUrl(config, {
				...{ redirect_uri: redirectUri, scope: settings.scopes, state, nonce },
				code_challenge: await oidc.calculatePKCECodeChallenge(codeVerifier),
				code_challenge_method: "S256",
			});
			return url.href;
		},
		async findSignOutUrl(idToken, returnTo) {
			const config = await configuration().catch(() => undefined);
			if (!config?.serverMetadata().end_session_endpoint) return undefined;
			const { returnsAfterSignOut } = settings;
			return oidc.buildEndSessionUrl(config, {
				...(idToken !== undefined && { id_token_hint: idToken }),
				...(returnsAfterSignOut && { post_logout_redirect_uri: returnTo }),
			}).href;
		},
		async finish(callback, expected) {
			const config = await configuration();
			return refusing(async () => {
				const tokens = await oidc.authorizationCodeGrant(config, callback, {
					expectedState: expected.state,
					expectedNonce: expected.nonce,
					pkceCodeVerifier: expected.codeVerifier,
					idTokenExpected: true,
				});
				const claims = tokens.claims()!;
				return {
					identity: identityOf(claims),
					idToken: tokens.id_token!,
					async findEmail() {
						if (typeof claims.email === "string") return emailOf(claims);
						if (!config.serverMetadata().userinfo_endpoint) return undefined;
						const { access_token } = tokens;
						const info = () =>
							oidc.fetchUserInfo(config, access_token, claims.sub);
						return emailOf(await refusing(info));
					},
				};
			});
		},
	};
}

function discover({
	issuer,
	clientId,
	clientSecret,
}: ProviderSettings): Promise<oidc.Configuration> {
	const url = new URL(issuer);
	// The settings admit http for the loopback alone.
	const insecure = url.protocol === "http:" ? [oidc.allowInsecureRequests] : [];
	return oidc.discovery(
		url,
		clientId,
		{ [oidc.clockTolerance]: CLOCK_TOLERANCE_SECONDS },
		clientSecret === undefined ? oidc.None() : withSecret(clientSecret),
		{
			timeout: TIMEOUT_SECONDS,
			execute: [oidc.enableNonRepudiationChecks, ...insecure],
		},
	);
}

/** As the provider takes it: in the header, which is the default of the standard, or in the body. */
function withSecret(secret: string): oidc.ClientAuth {
	const [basic, post] = [
		oidc.ClientSecretBasic(secret),
		oidc.ClientSecretPost(secret),
	];
	return (server, ...rest) => {
		const methods = server.token_endpoint_auth_methods_supported;
		const takesHeader = methods?.includes("client_secret_basic") ?? true;
		return (takesHeader ? basic : post)(server, ...rest);
	};
}

function identityOf({ iss: issuer, sub: subject }: oidc.IDToken): Identity {
	if (subject.length > SUBJECT_CHARACTERS_MAX || /\p{C}/u.test(subject))
		throw new Error("the subject cannot be stored");
	return { issuer, subject };
}

function emailOf({
	email,
	email_verified,
}: Partial<oidc.IDToken> | oidc.UserInfoResponse) {
	if (typeof email !== "string") return undefined;
	return { email: email.toLowerCase(), isVerified: email_verified === true };
}

function refusalOf(err: unknown): AppError {
	if (err instanceof oidc.AuthorizationResponseError)
		return providerRefused(err);
	return isOutage(err) ? providerUnavailable(err) : responseInvalid(err);
}

/** Whether the provider did not respond, or failed. */
function isOutage(err: unknown): boolean {
	if (err instanceof TypeError) return !("code" in err);
	if (!(err instanceof oidc.ClientError)) return false;
	const { code, cause } = err;
	if (cause instanceof Response) return cause.status >= 500;
	return code === "OAUTH_TIMEOUT";
}

/** For the log, without what the provider has sent: it could hold a token. */
function reasonOf(err: unknown): string {
	const { message, code, error, cause } = err as oidc.ClientError & {
		readonly error?: string;
	};
	const parts = [code, error ?? challengeOf(err), message];
	if (cause instanceof Error) parts.push(cause.message);
	return parts.filter((part) => typeof part === "string").join(": ");
}

/** The error's name in a refusal of the client that the provider has put into a header, as for a wrong secret. */
function challengeOf(err: unknown): string | undefined {
	if (!(err instanceof oidc.WWWAuthenticateChallengeError)) return undefined;
	return err.cause.find(({ parameters }) => parameters.error)?.parameters.error;
}
