import { ROLES } from "@supportdesk/accounts/role.ts";
import type { ErrorCode } from "@supportdesk/errors/app-error.ts";
import { z } from "./zod.ts";

/** What the document says of an endpoint below `/auth`; its parameters are the endpoint's own. */
export interface SignInOperation {
	readonly operationId: string;
	readonly summary: string;
	readonly description?: string;
	/** A redirection has none. */
	readonly response?: z.ZodType;
	/** 200 if not given. */
	readonly status?: 202 | 303;
	readonly errors?: readonly ErrorCode[];
}

const time = z.string().openapi({ format: "date-time" });

const Session = z
	.object({
		id: z.string(),
		agent_id: z.string(),
		workspace_id: z.string(),
		role: z.enum(ROLES),
		expires_at: time,
		csrf_token: z.string().openapi({
			description: "Every change by the session carries it as X-CSRF-Token.",
		}),
	})
	.openapi("Session");

const ListedSession = z
	.object({
		id: z.string(),
		is_current: z.boolean(),
		method: z.enum(["password", "link", "oidc"]),
		user_agent: z.string(),
		address: z.string(),
		created_at: time,
		last_used_at: time,
		expires_at: time,
	})
	.openapi("ListedSession");

const SignedOut = z
	.object({
		signed_out: z.literal(true),
		provider_url: z.string().nullable().openapi({
			description:
				"Where a browser goes to end its session at the OpenID Connect provider, too: of a session that was opened there, if the provider has such an address.",
		}),
	})
	.openapi("SignedOut");
const RecoveryCodes = z
	.object({
		recovery_codes: z
			.array(z.string())
			.openapi({ description: "Shown once; each replaces a code once." }),
	})
	.openapi("RecoveryCodes");

const ATTEMPTS = ["rate_limit_minute", "rate_limit_day"] as const;
const PASSWORD = ["invalid_credentials", ...ATTEMPTS] as const;
const CODE = ["second_factor_required", "invalid_second_factor"] as const;

/** By method and path. */
export const SIGN_IN_OPERATIONS: Readonly<Record<string, SignInOperation>> = {
	"get /methods": {
		operationId: "getSignInMethods",
		summary: "List the ways to sign in",
		response: z.object({
			password: z.boolean(),
			oidc: z
				.object({ name: z.string().nullable(), path: z.string() })
				.nullable()
				.openapi({
					description:
						"The OpenID Connect provider: its name for a button, and the path that a browser opens.",
				}),
		}),
	},
	"post /sign-in": {
		operationId: "signIn",
		summary: "Sign in with a password",
		description:
			"The cookie of the session is in Set-Cookie. An agent with a second factor sends its code as well. An agent of several workspaces signs in to the one that has the password, to the one of its last sign-in if several have it, or to `workspace_id`.",
		response: Session,
		errors: [...PASSWORD, ...CODE],
	},
	"post /links": {
		operationId: "redeemLink",
		summary: "Sign in with a link",
		description:
			"Uses the link of an invitation, a forgotten password or the command line up. The first two set `password`.",
		response: Session,
		errors: ["invalid_link", "weak_password", ...CODE, ...ATTEMPTS],
	},
	"get /oidc": {
		operationId: "beginProviderSignIn",
		summary: "Sign in at the OpenID Connect provider",
		description:
			"For browsers, as a page: leads to the provider, and from there back to `return_to`. A failure leads to `/sign-in?error=<code>`. 404 where no provider is configured.",
		status: 303,
		errors: ["route_not_found", "oidc_unavailable"],
	},
	"get /oidc/callback": {
		operationId: "finishProviderSignIn",
		summary: "Come back from the OpenID Connect provider",
		description:
			"The redirection to register at the provider. It opens the session of the account that is linked to the person, or has the address that the provider has verified.",
		status: 303,
		errors: [
			...(["route_not_found", "oidc_state_mismatch", "oidc_refused"] as const),
			...(["oidc_response_invalid", "oidc_email_unverified"] as const),
			...(["oidc_account_not_found", "oidc_identity_mismatch"] as const),
			...(["oidc_unavailable", ...ATTEMPTS] as const),
		],
	},
	"get /session": {
		operationId: "getSession",
		summary: "Retrieve the own session",
		description:
			"`null` for a browser without one, or whose session has ended.",
		response: z.union([Session, z.null()]),
	},
	"get /sessions": {
		operationId: "listSessions",
		summary: "List the agent's sessions",
		response: z.object({ data: z.array(ListedSession) }),
	},
	"delete /sessions/:id": {
		operationId: "endSession",
		summary: "End a session of the agent",
		response: z.union([
			SignedOut,
			z.object({ id: z.string(), deleted: z.literal(true) }),
		]),
		errors: ["session_not_found"],
	},
	"post /sign-out": {
		operationId: "signOut",
		summary: "Sign out",
		response: SignedOut,
	},
	"post /sign-out-everywhere": {
		operationId: "signOutEverywhere",
		summary: "End all sessions of the agent",
		response: SignedOut,
	},
	"post /forgotten-password": {
		operationId: "forgotPassword",
		summary: "Have a link for a new password mailed",
		description: "The response is the same for an address without an account.",
		response: z.object({ requested: z.literal(true) }),
		status: 202,
		errors: ATTEMPTS,
	},
	"post /password": {
		operationId: "changePassword",
		summary: "Change the own password",
		description: "The agent's other sessions end.",
		response: z.object({ changed: z.literal(true) }),
		errors: [...PASSWORD, "weak_password"],
	},
	"post /second-factor": {
		operationId: "beginSecondFactor",
		summary: "Begin to turn the second factor on",
		response: z.object({
			secret: z.string().openapi({ description: "In base32, to type in." }),
			url: z.string().openapi({ description: "To show as a QR code." }),
		}),
		errors: [...PASSWORD, "second_factor_enabled", "second_factor_unavailable"],
	},
	"post /second-factor/confirm": {
		operationId: "confirmSecondFactor",
		summary: "Turn the second factor on",
		response: RecoveryCodes,
		errors: ["invalid_second_factor", "second_factor_enabled"],
	},
	"post /second-factor/recovery-codes": {
		operationId: "replaceRecoveryCodes",
		summary: "Replace the recovery codes",
		response: RecoveryCodes,
		errors: [...PASSWORD, "second_factor_disabled"],
	},
	"post /second-factor/remove": {
		operationId: "removeSecondFactor",
		summary: "Turn the second factor off",
		response: z.object({ second_factor: z.literal(false) }),
		errors: [...PASSWORD, "second_factor_disabled"],
	},
};
