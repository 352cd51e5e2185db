import type { Dovecot } from "@supportdesk/testkit/dovecot.ts";
import { ImapFlow } from "imapflow";
import { expect } from "vitest";
import type { Client } from "./client.ts";
import { rawMail, type TestMail } from "./mail.ts";

export const PASSWORD = "a-password-to-keep";

/** A mail of a sender of its own: one sender's mails would be too many at some point. */
export function mailNumber(n: number, mail: TestMail = {}): string {
	return rawMail({
		from: `c${n}@customer.example`,
		subject: `Question ${n}`,
		...mail,
	});
}

/** An `imap_url` of the server, without TLS. */
export function imapUrl(
	port: number,
	user: string,
	folder = "",
	password = PASSWORD,
): string {
	return `imap://${user}:${password}@127.0.0.1:${port}/${folder}`;
}

/** A new mailbox that reads an account, as the API returns it. */
export async function createImapMailbox(
	api: Client,
	url: string,
	fields: object = {},
): Promise<{ readonly id: string; readonly path: string }> {
	const { status, body } = await api.post("/v1/mailboxes", {
		address: `imap-${crypto.randomUUID()}@desk.example`,
		intake: "imap",
		imap_url: url,
		...fields,
	});
	expect(status).toBe(201);
	expect(body.imap.state).toBe("waiting");
	return { id: body.id, path: `/v1/mailboxes/${body.id}` };
}

export async function untilState(
	api: Client,
	path: string,
	state: string,
): Promise<{ readonly error: string | null }> {
	await expect
		.poll(async () => (await api.get(path)).body.imap.state, {
			timeout: 30_000,
		})
		.toBe(state);
	return (await api.get(path)).body.imap;
}

/** The subjects of the workspace's tickets, oldest first. */
export async function subjectsOf(api: Client): Promise<string[]> {
	const subjects: string[] = [];
	let cursor: string | undefined;
	do {
		const { body } = await api.get("/v1/tickets", {
			sort: "created_at:asc",
			limit: 100,
			...(cursor && { cursor }),
		});
		for (const { subject } of body.data) subjects.push(subject);
		cursor = body.next_cursor ?? undefined;
	} while (cursor);
	return subjects;
}

/** Opens a session of the user, for what a person's mail program does. */
export async function openSession(
	{ port }: Dovecot,
	user: string,
): Promise<ImapFlow> {
	const client = new ImapFlow({
		host: "127.0.0.1",
		port,
		auth: { user, pass: PASSWORD },
		tls: { rejectUnauthorized: false },
		logger: false,
		disableAutoIdle: true,
	});
	await client.connect();
	return client;
}
