import { connect } from "node:net";
import { createInterface } from "node:readline";
import { setTimeout as sleep } from "node:timers/promises";
import type { Ledger } from "./ledger.ts";

const RETRY_EVERY_MS = 200;
const ACCEPTED = 250;
const BROKEN = 0;
const SILENT_MS_MAX = 30_000; // the product is restarted long before

/**
 * Another mail server: sends one mail after the other to a mailbox until `signal`, and each until it is accepted. A
 * server that does not know whether a mail was accepted, because the connection broke, sends it again.
 *
 * @param choosePort one of the product's listeners
 */
export async function sendMails(
	choosePort: () => number,
	mailbox: string,
	ledger: Ledger,
	signal: AbortSignal,
): Promise<void> {
	while (!signal.aborted) {
		const entry = ledger.invoke("mail");
		while (entry.outcome !== "ok") {
			const code = await sendMail(choosePort(), mailbox, entry.mark);
			entry.statuses.push(code);
			if (code === ACCEPTED) entry.outcome = "ok";
			else await sleep(RETRY_EVERY_MS);
		}
	}
}

/** Resolves to the code of the last reply, 0 where the connection broke. Each mail has a sender of its own. */
async function sendMail(
	port: number,
	mailbox: string,
	mark: string,
): Promise<number> {
	const sender = `${mark}@example.com`;
	const steps: readonly [expected: number, line: string][] = [
		[220, "EHLO example.com"],
		[250, `MAIL FROM:<${sender}>`],
		[250, `RCPT TO:<${mailbox}>`],
		[250, "DATA"],
		[
			354,
			[
				...[`From: ${sender}`, `To: ${mailbox}`, `Subject: ${mark}`],
				...[`Message-ID: <${sender}>`, "", "Where is my parcel?", "."],
			].join("\r\n"),
		],
	];
	const socket = connect(port, "127.0.0.1");
	socket.setTimeout(SILENT_MS_MAX, () => socket.destroy());
	socket.on("error", () => {}); // also reported by the lines
	try {
		let done = 0;
		for await (const line of createInterface({ input: socket })) {
			if (/^\d{3}-/.test(line)) continue;
			const code = Number(line.slice(0, 3));
			const step = steps[done];
			if (!step || code !== step[0]) return code;
			socket.write(`${step[1]}\r\n`);
			done += 1;
		}
		return BROKEN;
	} catch {
		return BROKEN;
	} finally {
		socket.destroy();
	}
}
