import type { LimitWindow, Verdict } from "@supportdesk/limits/verdict.ts";
import { ok } from "@supportdesk/operations/rendered.ts";
import { invalidApiKey } from "../keys/errors.ts";
import { Me } from "./directory-resources.ts";
import { endpoint, type Sender } from "./endpoint.ts";
import * as examples from "./examples.ts";

export const getMe = endpoint({
	method: "get",
	path: "/v1/me",
	ids: {},
	async call({ tickets, keys }, _input, context, sender) {
		const [own, agent] = await Promise.all([
			keys.findOwnKey(context),
			tickets.getAgent({ id: context.actorId }, context),
		]);
		// Revoked keys stay; one that is not there was refused a moment later anyway.
		if (!own) throw invalidApiKey();
		const { id, name, email } = JSON.parse(Buffer.from(agent.body).toString());
		return ok(
			JSON.stringify({
				key: {
					id: own.id,
					masked: own.masked,
					api_version: own.apiVersion,
					expires_at: own.expiresAt,
					created_at: own.createdAt,
				},
				owner: { id, name, email },
				workspace: { id: context.workspaceId, name: own.workspaceName },
				scopes: [...sender.key.scopes],
				plan: own.plan,
				limits: limitsOf(sender),
			}),
		);
	},
	documentation: {
		operationId: "getMe",
		tag: "Directory",
		summary: "Retrieve the key that sends the request",
		description:
			"The key, its owner, workspace, scopes, plan and limits with what is left of them. Costs nothing of the limits; more than 600 a minute are refused.",
		response: Me,
		responseExample: examples.me,
	},
});

function limitsOf({ verdict }: Sender) {
	const { minute, burst, day, concurrent }: Verdict = verdict;
	return {
		per_minute: windowOf(minute),
		burst: windowOf(burst),
		per_day: day && windowOf(day),
		concurrent,
	};
}

function windowOf({ limit, remaining, resetMs }: LimitWindow) {
	return { limit, remaining, resets_at: new Date(resetMs).toISOString() };
}
