import { AppError } from "@supportdesk/errors/app-error.ts";
import type { KeyStatus } from "@supportdesk/keys/keys.ts";
import type { CallContext } from "@supportdesk/rpc/call-context.ts";
import type { TicketsApi } from "@supportdesk/rpc/service-api.ts";
import { z } from "../openapi/zod.ts";
import { endpoint, type PathId } from "./endpoint.ts";
import * as examples from "./examples.ts";
import * as keyExamples from "./key-examples.ts";
import { ApiKeyChanges, NewApiKey, Rotation } from "./key-fields.ts";
import { ApiKey, ApiKeyWithSecret, RotatedApiKey } from "./key-resources.ts";
import { cursor, limit, oneOfOrAll, sort, toPage } from "./query-fields.ts";
import { listOf } from "./resources.ts";
import { NOTHING } from "./webhooks.ts";

const keyId: PathId = {
	prefix: "key",
	notFound: "api_key_not_found",
	noun: "API key",
};

interface Owner {
	readonly id: string;
	readonly deactivated_at: string | null;
}

async function findOwner(
	tickets: TicketsApi,
	id: string,
	context: CallContext,
): Promise<Owner | undefined> {
	try {
		const { body } = await tickets.getAgent({ id }, context);
		return JSON.parse(Buffer.from(body).toString());
	} catch (err) {
		if (err instanceof AppError && err.type === "not_found") return undefined;
		throw err;
	}
}

export const listKeys = endpoint({
	method: "get",
	path: "/v1/keys",
	scope: "keys:read",
	ids: {},
	query: z.strictObject({
		status: oneOfOrAll(["active", "revoked"]),
		sort: sort(["created_at"], "created_at:asc"),
		limit,
		cursor,
	}),
	call: ({ keys }, { query }, context) =>
		keys.listKeys(
			{ page: toPage(query), status: query.status as KeyStatus | undefined },
			context,
		),
	documentation: {
		operationId: "listKeys",
		tag: "Directory",
		summary: "List API keys",
		response: listOf(ApiKey, "ApiKeyList"),
		errors: ["invalid_cursor", "invalid_sort"],
		responseExample: examples.list(keyExamples.apiKey),
	},
});

export const createKey = endpoint({
	method: "post",
	path: "/v1/keys",
	scope: "keys:write",
	ids: {},
	body: NewApiKey,
	idempotent: true,
	location: (id) => `/v1/keys/${id}`,
	async call({ tickets, keys }, { body, idempotency }, context, sender) {
		const {
			owner_id = context.actorId,
			expires_at,
			api_version: apiVersion = sender.apiVersion,
			...given
		} = body;
		const owner = await findOwner(tickets, owner_id, context);
		const ownerId = owner?.deactivated_at === null ? owner_id : undefined;
		const key = { ...given, apiVersion, ownerId, expiresAt: expires_at };
		const response = await keys.createKey(
			{ key, idempotency },
			context,
			sender,
		);
		// The agents are another service's: the owner may have been deactivated before the key was there.
		const after = await findOwner(tickets, owner_id, context);
		if (after?.deactivated_at) await keys.saveOwnerDeactivation(after, context);
		return response;
	},
	documentation: {
		operationId: "createKey",
		tag: "Directory",
		summary: "Create an API key",
		description:
			"The key has the plan of the calling key, at most its scopes and limits, and does not outlive it. The response shows the secret, once.",
		status: 201,
		response: ApiKeyWithSecret,
		errors: [
			"agent_not_found",
			"scope_not_held",
			"limit_not_held",
			"api_key_limit_exceeded",
		],
		requestExample: keyExamples.newApiKey,
		responseExample: keyExamples.apiKeyWithSecret,
	},
});

export const getKey = endpoint({
	method: "get",
	path: "/v1/keys/:id",
	scope: "keys:read",
	ids: { id: keyId },
	call: ({ keys }, { params }, context) =>
		keys.getKey({ id: params.id! }, context),
	documentation: {
		operationId: "getKey",
		tag: "Directory",
		summary: "Retrieve an API key",
		response: ApiKey,
		responseExample: keyExamples.apiKey,
	},
});

export const updateKey = endpoint({
	method: "patch",
	path: "/v1/keys/:id",
	scope: "keys:write",
	ids: { id: keyId },
	body: ApiKeyChanges,
	bodyOptional: true,
	call({ keys }, { params, body }, context, sender) {
		const { expires_at, api_version: apiVersion, ...change } = body;
		return keys.updateKey(
			{
				id: params.id!,
				change: { ...change, apiVersion, expiresAt: expires_at },
			},
			context,
			sender,
		);
	},
	documentation: {
		operationId: "updateKey",
		tag: "Directory",
		summary: "Update an API key",
		description:
			"Only the fields in the body change. A key can change only keys that permit no more than it does, itself included.",
		response: ApiKey,
		errors: ["api_key_revoked", "scope_not_held", "limit_not_held"],
		requestExample: { limits: { per_minute: 30 } },
		responseExample: keyExamples.apiKey,
	},
});

export const revokeKey = endpoint({
	method: "post",
	path: "/v1/keys/:id/revoke",
	scope: "keys:write",
	ids: { id: keyId },
	body: NOTHING,
	bodyOptional: true,
	idempotent: true,
	call: ({ keys }, { params, idempotency }, context, sender) =>
		keys.revokeKey({ id: params.id!, idempotency }, context, sender),
	documentation: {
		operationId: "revokeKey",
		tag: "Directory",
		summary: "Revoke an API key",
		description:
			"Permanently; every gateway refuses it within 5 s. Revoking it again changes nothing.",
		response: ApiKey,
		errors: ["scope_not_held"],
		responseExample: {
			...keyExamples.apiKey,
			revoked_at: keyExamples.apiKey.created_at,
		},
	},
});

export const rotateKey = endpoint({
	method: "post",
	path: "/v1/keys/:id/rotate",
	scope: "keys:write",
	ids: { id: keyId },
	body: Rotation,
	bodyOptional: true,
	idempotent: true,
	call: ({ keys }, { params, body, idempotency }, context, sender) =>
		keys.rotateKey(
			{
				id: params.id!,
				oldValidSeconds: body.old_secret_valid_seconds,
				idempotency,
			},
			context,
			sender,
		),
	documentation: {
		operationId: "rotateKey",
		tag: "Directory",
		summary: "Rotate an API key's secret",
		description:
			"The response shows the new secret, once; id, scopes and limits stay, and the limits count both secrets together. A key that rotates itself should keep the old secret for some time: should the response be lost, only the old secret can repeat the request.",
		response: RotatedApiKey,
		errors: ["api_key_revoked", "scope_not_held", "limit_not_held"],
		requestExample: { old_secret_valid_seconds: 86_400 },
		responseExample: keyExamples.rotatedApiKey,
	},
});
