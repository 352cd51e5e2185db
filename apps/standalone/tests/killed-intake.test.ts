import { rmSync } from "node:fs";
import { join } from "node:path";
import { makeTempFolder } from "@supportdesk/testkit/temp-folder.ts";
import { createTransport } from "nodemailer";
import { afterEach, beforeEach, expect, it, vi } from "vitest";
import type { Demo } from "../src/demo/demo.ts";
import { createClient } from "./client.ts";
import { type Installation, startInstallation } from "./installation.ts";
import { rawMail } from "./mail.ts";

vi.setConfig({ testTimeout: 300_000, hookTimeout: 30_000 }); // starts the whole product, on a busy machine

const KILLS = [5, 30, 70]; // after so many accepted mails of a run, while others are under way
const MAILS = 240;
const CONNECTIONS = 8;
const SENDERS = 20; // of 12 mails each: none is quarantined

let folder: string;
let running: Installation | undefined;

beforeEach(() => {
	folder = makeTempFolder("killed-intake");
});
afterEach(async () => {
	await running?.kill("SIGKILL");
	await vi.waitFor(() => rmSync(folder, { recursive: true, force: true }), {
		timeout: 20_000, // the database is still shutting down and writes
	});
});

/** Sends mails as other servers do: what was not accepted is sent again. Resolves when none can be sent any more. */
async function send(
	{ mail, mailboxes }: Demo,
	numbers: readonly number[],
	accepted: (number: number) => void,
): Promise<void> {
	const transport = createTransport({
		...mail!,
		pool: true,
		maxConnections: CONNECTIONS,
		maxMessages: Number.POSITIVE_INFINITY,
		ignoreTLS: true,
	});
	const to = mailboxes[0]!.address;
	const sendOne = async (number: number) => {
		const from = `sender-${number % SENDERS}@customer.example`;
		const raw = rawMail({
			from,
			to,
			subject: `Mail ${number}`,
			body: "Does it survive?\r\n".repeat(500),
			headers: { "Message-ID": `<mail-${number}@customer.example>` },
		});
		await transport.sendMail({ envelope: { from, to }, raw });
		accepted(number);
	};
	await Promise.allSettled(numbers.map(sendOne));
	transport.close();
}

it("has every accepted mail once, however often it is killed while mails come in", async () => {
	const start = async () => {
		running = startInstallation(join(folder, "data"));
		return running.running();
	};
	const accepted = new Set<number>();
	const all = Array.from({ length: MAILS }, (_, i) => i);
	for (const kills of KILLS) {
		const demo = await start();
		let count = 0;
		const sending = send(
			demo,
			all.filter((number) => !accepted.has(number)),
			(number) => {
				accepted.add(number);
				count += 1;
				if (count === kills) running!.process.kill("SIGKILL");
			},
		);
		await running!.ended();
		await sending;
		expect(count).toBeGreaterThanOrEqual(kills);
		expect(accepted.size).toBeLessThan(MAILS);
	}
	const demo = await start();
	const before = new Set(accepted);
	// Those that were accepted come again, too: a server that was cut off before the 250 does not know.
	await send(demo, all, (number) => accepted.add(number));
	expect(accepted.size).toBe(MAILS);
	const api = createClient(demo.base_url, demo.keys.enterprise);
	const subjects: string[] = [];
	for (let cursor: string | undefined; ; ) {
		// Reads are refused for seconds while the last mails still keep the process busy.
		const { body } = await vi.waitFor(async () => {
			const page = await api.get("/v1/tickets", {
				channel: "email",
				limit: 100,
				...(cursor && { cursor }),
			});
			expect(page.status).toBe(200);
			return page;
		}, 20_000);
		subjects.push(
			...body.data.map((each: { subject: string }) => each.subject),
		);
		if (!body.has_more) break;
		cursor = body.next_cursor;
	}
	expect(before.size).toBeGreaterThan(0);
	const mails = subjects.filter((subject) => subject.startsWith("Mail "));
	expect(mails.sort()).toEqual(all.map((number) => `Mail ${number}`).sort());
});
