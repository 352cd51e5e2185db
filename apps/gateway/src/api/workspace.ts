import { z } from "../openapi/zod.ts";
import { endpoint } from "./endpoint.ts";
import * as examples from "./examples.ts";
import { id } from "./resources.ts";

const Workspace = z
	.object({
		id: id("wsp"),
		pending_after_reply: z.boolean().openapi({
			description:
				"Whether an open ticket becomes `pending` when an agent replies. What the customer writes opens it again.",
		}),
	})
	.openapi("Workspace");

const WorkspaceChanges = z
	.strictObject({ pending_after_reply: z.boolean().optional() })
	.openapi("WorkspaceChanges");

export const getWorkspace = endpoint({
	method: "get",
	path: "/v1/workspace",
	scope: "workspace:read",
	ids: {},
	call: ({ tickets }, _input, context) => tickets.getWorkspace({}, context),
	documentation: {
		operationId: "getWorkspace",
		tag: "Directory",
		summary: "Retrieve the workspace's settings",
		response: Workspace,
		responseExample: examples.workspace,
	},
});

export const updateWorkspace = endpoint({
	method: "patch",
	path: "/v1/workspace",
	scope: "workspace:write",
	ids: {},
	body: WorkspaceChanges,
	bodyOptional: true,
	call: ({ tickets }, { body }, context) =>
		tickets.updateWorkspace(
			{ pendingAfterReply: body.pending_after_reply },
			context,
		),
	documentation: {
		operationId: "updateWorkspace",
		tag: "Directory",
		summary: "Update the workspace's settings",
		description: "Only the fields in the body change.",
		response: Workspace,
		requestExample: { pending_after_reply: true },
		responseExample: { ...examples.workspace, pending_after_reply: true },
	},
});
