import { setTimeout as sleep } from "node:timers/promises";
import pg from "pg";
import { afterEach, describe, expect, it } from "vitest";
import {
	approve,
	callOf,
	givenDraft,
	givenReply,
	givenTicket,
	messagesOf,
	type Workspace,
} from "./given.ts";
import type { Harness } from "./harness.ts";
import { TRANSPORTS } from "./transport.ts";
import { useHarness } from "./use-harness.ts";

const HOUR_MS = 60 * 60 * 1000;
const TRY_LATER = 451;
const REFUSED = 550;
const LOCK_TIMEOUT_MS = 2_000; // packages/pg/src/connection/pool.ts

describe.each(TRANSPORTS)("delivering mail %s", (transport) => {
	let harness: Harness;
	let workspace: Workspace;
	useHarness(transport, (given) => {
		({ harness, workspace } = given);
	});
	afterEach(() => harness.mail.answerWith(undefined));

	const mailsOf = (messageId: string) =>
		harness.mail.mails.filter(({ raw }) =>
			raw.includes(`Message-ID: <${messageId}@desk.example>`),
		);
	const messageOf = async (ticketId: string, messageId: string) => {
		const messages = await messagesOf(harness, workspace, ticketId);
		return messages.find(({ id }: { id: string }) => id === messageId);
	};
	const statusOf = async (ticketId: string, messageId: string) =>
		(await messageOf(ticketId, messageId)).status;
	/** When the reply's mail is tried again; undefined while it is tried, and when it needs no other try. */
	const nextTry = async (messageId: string) => {
		const [job] = await harness.sql<{ run_at: Date }>(
			`select run_at from tickets_mail_jobs._private_jobs
			  where payload->>'messageId' = $1 and locked_at is null and run_at > now()`,
			[messageId],
		);
		return job?.run_at;
	};
	const untilTried = (messageId: string) =>
		expect.poll(() => nextTry(messageId)).toBeDefined();

	it("sends a reply to the contact, threaded, and says so", async () => {
		const ticket = await givenTicket(harness, workspace);
		const reply = await givenReply(harness, workspace, ticket.id);
		expect(reply.status).toBe("queued");
		await harness.settle();
		const [mail, ...more] = mailsOf(reply.id);
		expect(more).toEqual([]);
		expect(mail!.to).toEqual([ticket.contact.email]);
		const [question] = await messagesOf(harness, workspace, ticket.id);
		expect(mail!.raw).toContain(`In-Reply-To: <${question.id}@desk.example>`);
		expect(mail!.raw).toContain("Subject: Re: My refund");
		expect(await messageOf(ticket.id, reply.id)).toMatchObject({
			status: "sent",
			attempts: 1,
			error: null,
		});
	});

	it("mails neither notes nor what the customer wrote", async () => {
		const ticket = await givenTicket(harness, workspace);
		const before = harness.mail.attempts;
		const note = await givenReply(harness, workspace, ticket.id, {
			type: "note",
		});
		await harness.settle();
		expect(harness.mail.attempts).toBe(before);
		expect(note.status).toBe("posted");
		expect(await statusOf(ticket.id, note.id)).toBe("posted");
	});

	it("keeps a reply queued while the server refuses for now, and sends it once later", async () => {
		const ticket = await givenTicket(harness, workspace);
		harness.mail.answerWith(TRY_LATER);
		const reply = await givenReply(harness, workspace, ticket.id);
		await untilTried(reply.id);
		expect(await statusOf(ticket.id, reply.id)).toBe("queued");
		expect(mailsOf(reply.id)).toEqual([]);
		harness.mail.answerWith(undefined);
		await harness.settle();
		expect(mailsOf(reply.id)).toHaveLength(1);
		expect(await statusOf(ticket.id, reply.id)).toBe("sent");
	});

	it("counts the attempts, and says of a reply that was given up why", async () => {
		const ticket = await givenTicket(harness, workspace);
		harness.mail.answerWith(TRY_LATER);
		const reply = await givenReply(harness, workspace, ticket.id);
		expect(reply).toMatchObject({ attempts: 0, error: null });
		await untilTried(reply.id);
		const shown = () => messageOf(ticket.id, reply.id);
		expect(await shown()).toMatchObject({
			status: "queued",
			attempts: 1,
			error: null,
		});
		harness.mail.answerWith(REFUSED);
		harness.advance(25 * HOUR_MS);
		await harness.runNow();
		await expect.poll(async () => (await shown()).status).toBe("failed");
		expect(await shown()).toMatchObject({
			attempts: 2,
			error: "The mail server refused it (SMTP 550).",
		});
		const [question] = await messagesOf(harness, workspace, ticket.id);
		expect(question).toMatchObject({ attempts: 0, error: null });
	});

	it("fails at once where the address does not exist, and never for a copy that does not", async () => {
		const email = `nobody.${crypto.randomUUID()}@ex.com`;
		harness.mail.refuse(email);
		const ticket = await givenTicket(harness, workspace, {
			contactEmail: email,
		});
		const copy = `cy.${crypto.randomUUID()}@ex.com`;
		const alone = await givenReply(harness, workspace, ticket.id);
		const copied = await givenReply(harness, workspace, ticket.id, {
			cc: [copy],
		});
		await harness.settle();
		const failed = {
			status: "failed",
			attempts: 1,
			error: "The mail server refused the recipient's address (SMTP 550).",
		};
		expect(await messageOf(ticket.id, alone.id)).toMatchObject(failed);
		expect(await messageOf(ticket.id, copied.id)).toMatchObject(failed);
		expect(mailsOf(copied.id).map(({ to }) => to)).toEqual([[copy]]);
		const other = await givenTicket(harness, workspace);
		const reply = await givenReply(harness, workspace, other.id, {
			cc: [email],
		});
		await harness.settle();
		expect(await statusOf(other.id, reply.id)).toBe("sent");
	});

	it("sends the replies of a ticket in their order, however long the first one takes", async () => {
		const ticket = await givenTicket(harness, workspace);
		harness.mail.answerWith(TRY_LATER);
		const replies: { id: string }[] = [];
		for (const body of ["one", "two", "three"]) {
			replies.push(await givenReply(harness, workspace, ticket.id, { body }));
		}
		for (const { id } of replies) {
			await untilTried(id);
		}
		harness.mail.answerWith(undefined);
		await harness.settle();
		const ids = harness.mail.mails
			.map(({ raw }) => /Message-ID: <(msg_\w+)@/.exec(raw)?.[1])
			.filter((id) => replies.some((reply) => reply.id === id));
		expect(ids).toEqual(replies.map(({ id }) => id));
	});

	it("sends all replies of a ticket as soon as the server takes mails again, one after the other", async () => {
		const ticket = await givenTicket(harness, workspace);
		harness.mail.answerWith(TRY_LATER);
		const replies: { id: string }[] = [];
		for (const body of ["one", "two", "three", "four", "five"]) {
			replies.push(await givenReply(harness, workspace, ticket.id, { body }));
		}
		for (const { id } of replies) await untilTried(id);
		// As if they had waited for hours: the retries of the others would be hours away.
		await harness.sql(
			"update tickets_mail_jobs._private_jobs set run_at = now() + interval '1 hour' where payload->>'messageId' = any($1)",
			[replies.map(({ id }) => id)],
		);
		harness.mail.answerWith(undefined);
		await harness.sql(
			"update tickets_mail_jobs._private_jobs set run_at = now() where payload->>'messageId' = $1",
			[replies[0]!.id],
		);
		await expect
			.poll(() => replies.filter(({ id }) => mailsOf(id).length === 1).length)
			.toBe(replies.length);
		await harness.settle();
		for (const { id } of replies) {
			expect(await statusOf(ticket.id, id)).toBe("sent");
			expect(mailsOf(id)).toHaveLength(1);
		}
	});

	it("tries again within an hour, and a last time when a day is over", async () => {
		const ticket = await givenTicket(harness, workspace);
		harness.mail.answerWith(TRY_LATER);
		const reply = await givenReply(harness, workspace, ticket.id);
		await untilTried(reply.id);
		const createdMs = Date.parse(reply.created_at);
		const triedAfter = async (ms: number) => {
			harness.advance(ms - (harness.now().getTime() - createdMs));
			await harness.runNow();
			await expect
				.poll(async () => (await nextTry(reply.id))?.getTime())
				.toBeGreaterThan(createdMs + ms);
			return (await nextTry(reply.id))!.getTime() - createdMs;
		};
		expect(await triedAfter(60_000)).toBeLessThan(150_000);
		expect(await triedAfter(5 * HOUR_MS)).toBeLessThan(6.1 * HOUR_MS);
		expect(await triedAfter(23.5 * HOUR_MS)).toBe(24 * HOUR_MS);
	});

	it("gives a reply up after a day, and lets the next one of the ticket go", async () => {
		const ticket = await givenTicket(harness, workspace);
		harness.mail.answerWith(TRY_LATER);
		const lost = await givenReply(harness, workspace, ticket.id);
		harness.advance(23 * HOUR_MS);
		await untilTried(lost.id);
		const next = await givenReply(harness, workspace, ticket.id);
		await untilTried(next.id);
		expect(await statusOf(ticket.id, lost.id)).toBe("queued");
		harness.advance(HOUR_MS + 1_000);
		await harness.runNow();
		await expect.poll(() => statusOf(ticket.id, lost.id)).toBe("failed");
		expect(await statusOf(ticket.id, next.id)).toBe("queued");
		harness.mail.answerWith(undefined);
		await harness.settle();
		expect(await statusOf(ticket.id, next.id)).toBe("sent");
		expect(await statusOf(ticket.id, lost.id)).toBe("failed");
		expect(mailsOf(lost.id)).toEqual([]);
	});

	it("tries a reply a last time before it gives up, though an earlier one has not left", async () => {
		const ticket = await givenTicket(harness, workspace);
		harness.mail.answerWith(TRY_LATER);
		const first = await givenReply(harness, workspace, ticket.id);
		const second = await givenReply(harness, workspace, ticket.id);
		await untilTried(first.id);
		await untilTried(second.id);
		harness.mail.answerWith(undefined);
		harness.advance(25 * HOUR_MS);
		await harness.sql(
			`update tickets_mail_jobs._private_jobs set run_at = now() where payload->>'messageId' = $1`,
			[second.id],
		);
		await expect.poll(() => statusOf(ticket.id, second.id)).toBe("sent");
		await harness.settle();
		expect(await statusOf(ticket.id, first.id)).toBe("sent");
	});

	it("gives a mail that is sent twice one Message-ID, and leaves one that was sent alone", async () => {
		const ticket = await givenTicket(harness, workspace);
		const reply = await givenReply(harness, workspace, ticket.id);
		await harness.settle();
		const job = { workspaceId: workspace.id, messageId: reply.id };
		await harness.queue("deliver", job);
		await harness.settle();
		expect(mailsOf(reply.id)).toHaveLength(1);
		// As if the process had died between the server's yes and our note of it.
		await harness.sql(
			"update tickets.messages set status = 'queued' where id = $1",
			[reply.id],
		);
		await harness.queue("deliver", job);
		await harness.settle();
		const twice = mailsOf(reply.id).map(({ raw }) => raw);
		expect(twice).toHaveLength(2);
		expect(await statusOf(ticket.id, reply.id)).toBe("sent");
	});

	it("mails a reply once though the database takes the note of it only later", async () => {
		const ticket = await givenTicket(harness, workspace);
		await harness.settle();
		harness.mail.answerWith(TRY_LATER);
		const reply = await givenReply(harness, workspace, ticket.id);
		await untilTried(reply.id);
		harness.mail.answerWith(undefined);
		const locker = new pg.Client(harness.databaseUrl);
		await locker.connect();
		await locker.query("begin; lock table tickets.messages in share mode");
		await harness.runNow();
		await expect.poll(() => mailsOf(reply.id).length).toBe(1);
		await sleep(LOCK_TIMEOUT_MS + 500); // the first note has been refused by now
		await locker.query("rollback");
		await locker.end();
		await harness.settle();
		expect(mailsOf(reply.id)).toHaveLength(1);
		expect(await statusOf(ticket.id, reply.id)).toBe("sent");
	});

	it("still sends what was queued when the ticket is deleted", async () => {
		const ticket = await givenTicket(harness, workspace);
		harness.mail.answerWith(TRY_LATER);
		const reply = await givenReply(harness, workspace, ticket.id);
		await harness.api.deleteTicket({ id: ticket.id }, callOf(workspace));
		harness.mail.answerWith(undefined);
		await harness.settle();
		expect(mailsOf(reply.id)).toHaveLength(1);
	});

	it("marks an approved draft's mail as automatic", async () => {
		const { ticket } = await givenDraft(harness, workspace);
		await approve(harness, workspace, ticket.id);
		const mail = await harness.mail.waitFor(({ to }) =>
			to.includes(ticket.contact.email),
		);
		expect(mail.raw).toContain("Auto-Submitted: auto-replied");
	});
});
