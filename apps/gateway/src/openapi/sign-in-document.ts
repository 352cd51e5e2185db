import {
	OpenAPIRegistry,
	OpenApiGeneratorV31,
	type RouteConfig,
} from "@asteasolutions/zod-to-openapi";
import { type ErrorCode, typesOfCode } from "@supportdesk/errors/app-error.ts";
import { LATEST_API_VERSION } from "@supportdesk/keys/api-versions.ts";
import type { AccountsDeps } from "../accounts/accounts-deps.ts";
import type { AuthEndpoint } from "../accounts/auth-endpoint.ts";
import { authEndpoints } from "../accounts/auth-endpoints.ts";
import { statusOf } from "../http/error-envelope.ts";
import { ErrorBody } from "./error-responses.ts";
import { SIGN_IN_OPERATIONS } from "./sign-in-operations.ts";
import { z } from "./zod.ts";

const SECURITY = "session";
const TAG = "Sign-in";
const EVERYWHERE: readonly ErrorCode[] = [
	"invalid_parameter",
	"method_not_allowed",
	"rate_limit_burst",
	"internal_error",
	"service_unavailable",
];

const OVERVIEW = `How agents sign in to the console. All of it takes and returns JSON, needs no API key, and has errors of the API's form.

A session is the cookie \`__Host-supportdesk_session\`, which no script can read. With it a browser calls \`/v1\` as its agent. What
changes something comes from a page of the same origin and carries the session's \`csrf_token\` as \`X-CSRF-Token\`. It is the
console's own contract, and changes with the console.`;

/** The endpoints that an installation with a provider has: their forms are read, and nothing is called. */
export function documentedEndpoints(): AuthEndpoint[] {
	const provider = {
		...{ issuer: "https://login.example", clientId: "support-desk" },
		...{ clientSecret: undefined, scopes: "openid", name: undefined },
		...{ workspaceId: undefined, returnsAfterSignOut: false },
	};
	return authEndpoints({} as AccountsDeps, provider);
}

/** The document of `/auth`, generated from the schemas that validate its requests. */
export function signInDocument() {
	const registry = new OpenAPIRegistry();
	registry.registerComponent("securitySchemes", SECURITY, {
		type: "apiKey",
		in: "cookie",
		name: "__Host-supportdesk_session",
	});
	for (const endpoint of documentedEndpoints())
		registry.registerPath(routeOf(endpoint));
	return new OpenApiGeneratorV31(registry.definitions).generateDocument({
		openapi: "3.1.0",
		info: {
			title: "Support Desk sign-in",
			version: LATEST_API_VERSION,
			description: OVERVIEW,
			license: {
				name: "Apache-2.0",
				url: "https://www.apache.org/licenses/LICENSE-2.0",
			},
		},
		servers: [{ url: "/", description: "This installation." }],
		tags: [{ name: TAG, description: "Sessions of agents." }],
	});
}

function routeOf(endpoint: AuthEndpoint): RouteConfig {
	const { method, path, query, body } = endpoint;
	const operation = SIGN_IN_OPERATIONS[`${method} ${path}`]!;
	const { operationId, summary, description, status = 200 } = operation;
	const isOpen = !("callSignedIn" in endpoint);
	const names = [...path.matchAll(/:(\w+)/g)].map(([, name]) => name!);
	return {
		...{ method, operationId, summary, description, tags: [TAG] },
		path: `/auth${path.replaceAll(/:(\w+)/g, "{$1}")}`,
		security: isOpen ? [] : [{ [SECURITY]: [] }],
		request: {
			params: z.object(
				Object.fromEntries(names.map((name) => [name, z.string()])),
			),
			...(query instanceof z.ZodObject && { query: query as never }),
			...(!isOpen && method !== "get" && { headers: csrfHeader }),
			...(body && {
				body: {
					required: true,
					content: { "application/json": { schema: body as z.ZodType } },
				},
			}),
		},
		responses: {
			[status]: operation.response
				? {
						description: status === 202 ? "Accepted." : "Success.",
						content: { "application/json": { schema: operation.response } },
					}
				: { description: "The browser goes on to the address in Location." },
			...failuresOf(operation.errors ?? [], isOpen, method === "get"),
		},
	};
}

const csrfHeader = z.object({ "X-CSRF-Token": z.string() });

function failuresOf(
	own: readonly ErrorCode[],
	isOpen: boolean,
	isRead: boolean,
): RouteConfig["responses"] {
	const codes: ErrorCode[] = [...EVERYWHERE, ...own];
	if (!isOpen) codes.push("session_expired");
	if (!isRead) codes.push("csrf_failed");
	const byStatus = Map.groupBy(new Set(codes), (code) =>
		statusOf({ type: typesOfCode(code)[0]!, code }),
	);
	return Object.fromEntries(
		[...byStatus].map(([status, of]) => [
			status,
			{
				description: `Codes: ${of.map((code) => `\`${code}\``).join(", ")}.`,
				content: { "application/json": { schema: ErrorBody } },
			},
		]),
	);
}
