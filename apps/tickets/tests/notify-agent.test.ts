import { newId } from "@supportdesk/ids/ids.ts";
import { afterEach, describe, expect, it } from "vitest";
import { callOf, type Workspace } from "./given.ts";
import type { Harness } from "./harness.ts";
import { TRANSPORTS } from "./transport.ts";
import { useHarness } from "./use-harness.ts";

const TRY_LATER = 451;

describe.each(TRANSPORTS)("a mail to an agent %s", (transport) => {
	let harness: Harness;
	let workspace: Workspace;
	useHarness(transport, (given) => {
		({ harness, workspace } = given);
	});
	afterEach(() => harness.mail.answerWith(undefined));

	const notify = (noticeId: string) =>
		harness.api.notifyAgent(
			{
				agentId: workspace.agentId,
				noticeId,
				subject: "Webhook disabled: hooks.example",
				text: "The webhook was disabled.\n",
			},
			callOf(workspace),
		);
	/** Whether it was refused once and waits to be sent again. */
	const isWaiting = async (noticeId: string) => {
		const rows = await harness.sql(
			"select from tickets_mail_jobs._private_jobs where key = $1 and attempts = 1 and locked_at is null",
			[`notify_agent:${noticeId}`],
		);
		return rows.length === 1;
	};
	const mailsOf = (noticeId: string) =>
		harness.mail.mails.filter(({ raw }) =>
			raw.includes(`Message-ID: <${noticeId}@desk.example>`),
		);

	it("is sent once when it is requested again before it was sent, and as one that no person wrote", async () => {
		const noticeId = newId("evt", Date.now());
		harness.mail.answerWith(TRY_LATER);
		await notify(noticeId);
		await expect.poll(() => isWaiting(noticeId)).toBe(true);
		harness.mail.answerWith(undefined);
		await notify(noticeId);
		await harness.settle();
		const [mail, ...more] = mailsOf(noticeId);
		expect(more).toEqual([]);
		expect(mail!.to).toEqual(["ann@desk.example"]);
		expect(mail!.raw).toContain("Subject: Webhook disabled: hooks.example");
		expect(mail!.raw).toContain("Auto-Submitted: auto-generated");
		expect(mail!.raw).toContain("The webhook was disabled.");
	});

	it("is not sent to an agent who is deactivated", async () => {
		const noticeId = newId("evt", Date.now());
		await harness.sql(
			"update tickets.agents set deactivated_at = now() where workspace_id = $1 and id = $2",
			[workspace.id, workspace.agentId],
		);
		await notify(noticeId);
		await harness.settle();
		expect(mailsOf(noticeId)).toEqual([]);
	});
});
