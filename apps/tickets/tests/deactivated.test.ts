import { View } from "@supportdesk/contracts/supportdesk/tickets/v1/tickets.ts";
import { expect, it } from "vitest";
import {
	approve,
	callOf,
	givenDraft,
	givenTicket,
	newReply,
	newTicket,
	type Workspace,
} from "./given.ts";
import { type Harness, json } from "./harness.ts";
import { useHarness } from "./use-harness.ts";

const view = View.VIEW_CONVERSATION;

let harness: Harness;
let workspace: Workspace;
useHarness("in process", (given) => {
	({ harness, workspace } = given);
});

const mark = (table: "agents" | "groups", id: string, at: Date | null) =>
	harness.sql(
		`update tickets.${table} set deactivated_at = $3 where workspace_id = $1 and id = $2`,
		[workspace.id, id, at],
	);

async function codeOf(work: Promise<unknown>): Promise<string> {
	return work.then(
		() => "done",
		(err) => err.code,
	);
}

it("gives a deactivated agent no ticket and takes no message in the agent's name, until it is reactivated", async () => {
	const { agentId } = workspace;
	const mine = await givenTicket(harness, workspace, { assigneeId: agentId });
	const free = await givenTicket(harness, workspace);
	const drafted = await givenDraft(harness, workspace);
	const attempts = {
		create: () =>
			harness.api.createTicket(
				newTicket({ assigneeId: agentId }),
				callOf(workspace),
			),
		assign: () =>
			harness.api.updateTicket(
				{ id: free.id, view, assigneeId: agentId },
				callOf(workspace),
			),
		reply: () =>
			harness.api.createMessage(newReply(free.id), callOf(workspace)),
		replyAs: () =>
			harness.api.createMessage(
				newReply(free.id, { authorId: agentId }),
				callOf(workspace),
			),
		approve: () => approve(harness, workspace, drafted.ticket.id),
	};
	const outcomes = async () =>
		Object.fromEntries(
			await Promise.all(
				Object.entries(attempts).map(async ([name, attempt]) => [
					name,
					await codeOf(attempt()),
				]),
			),
		);

	await mark("agents", agentId, new Date());
	expect(await outcomes()).toEqual({
		create: "assignee_not_found",
		assign: "assignee_not_found",
		reply: "author_not_found",
		replyAs: "author_not_found",
		approve: "author_not_found",
	});
	const shown = json(
		await harness.api.updateTicket(
			{ id: mine.id, view, subject: "Still shown" },
			callOf(workspace),
		),
	);
	expect(shown).toMatchObject({
		subject: "Still shown",
		assignee: { id: agentId },
	});

	await mark("agents", agentId, null);
	expect(new Set(Object.values(await outcomes()))).toEqual(new Set(["done"]));
});

it("gives a deactivated group no ticket, and shows it where it is", async () => {
	const { groupId } = workspace;
	const theirs = await givenTicket(harness, workspace, { groupId });
	const create = () =>
		codeOf(harness.api.createTicket(newTicket({ groupId }), callOf(workspace)));
	await mark("groups", groupId, new Date());
	expect(await create()).toBe("group_not_found");
	const shown = json(
		await harness.api.updateTicket(
			{ id: theirs.id, view, subject: "Still shown" },
			callOf(workspace),
		),
	);
	expect(shown).toMatchObject({ group: { id: groupId } });
	await mark("groups", groupId, null);
	expect(await create()).toBe("done");
});
