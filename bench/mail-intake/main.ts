// Measures how many mails the one-machine installation takes in over SMTP, and the processor time that each one costs.
import { spawn } from "node:child_process";
import { readFileSync, rmSync } from "node:fs";
import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { readCommandLine } from "@supportdesk/testkit/command-line.ts";
import { makeTempFolder } from "@supportdesk/testkit/temp-folder.ts";
import { createTransport } from "nodemailer";
import { quantileOf } from "../quantile.ts";
import { processTime } from "./process-time.ts";

const values = readCommandLine(
	"bench:mail-intake -- [--mails 10000] [--per-second 50] [--kilobytes 8]",
	{
		mails: { type: "string", default: "10000" },
		"per-second": { type: "string", default: "50" },
		kilobytes: { type: "string", default: "8" },
	},
);
const mails = Number(values.mails);
const perSecond = Number(values["per-second"]);
const SENDERS = Math.ceil(mails / 20); // fewer mails each than are quarantined
const CONNECTIONS = 16;
const RETRY_MS = 2_000;

const folder = makeTempFolder("mail-intake");
const data = join(folder, "data");
const child = spawn(
	process.execPath,
	[join(import.meta.dirname, "../../apps/standalone/src/main.ts")],
	{
		env: {
			...process.env,
			PORT: "0",
			SUPPORTDESK_DATA: data,
			SUPPORTDESK_MODELS_FETCH: "false",
			// Nothing answers there: what is measured has no network.
			MAIL_DNS_SERVERS: "127.0.0.1:9",
		},
		stdio: ["ignore", "pipe", "inherit"],
	},
);
try {
	await new Promise<void>((resolve, reject) => {
		let printed = "";
		child.stdout.on("data", (chunk) => {
			printed += chunk;
			if (printed.includes("is running at")) resolve();
		});
		child.once("exit", () => reject(new Error(`it ended:\n${printed}`)));
	});
	const demo = JSON.parse(readFileSync(join(data, "demo.json"), "utf8"));
	const figures = await measure(demo);
	console.log(JSON.stringify(figures, undefined, "\t"));
} finally {
	child.kill("SIGINT");
	await new Promise((resolve) => child.once("exit", resolve));
	rmSync(folder, { recursive: true, force: true });
}

interface Demo {
	readonly base_url: string;
	readonly keys: { readonly enterprise: string };
	readonly mail: { readonly host: string; readonly port: number };
	readonly mailboxes: readonly [{ readonly address: string }];
}

async function measure(demo: Demo) {
	const transport = createTransport({
		...demo.mail,
		pool: true,
		maxConnections: CONNECTIONS,
		maxMessages: Number.POSITIVE_INFINITY,
		ignoreTLS: true,
	});
	const before = await countMails(demo);
	const timeBefore = processTime(child.pid!);
	const latencies: number[] = [];
	let retries = 0;
	const start = performance.now();
	const sendOne = async (number: number) => {
		const from = `sender-${number % SENDERS}@customer.example`;
		const to = demo.mailboxes[0].address;
		const raw = rawMail(number, from, to);
		const begun = performance.now();
		for (;;) {
			try {
				await transport.sendMail({ envelope: { from, to }, raw });
				break;
			} catch {
				retries += 1;
				await sleep(RETRY_MS);
			}
		}
		latencies.push(performance.now() - begun);
	};
	const sent: Promise<void>[] = [];
	for (let number = 0; number < mails; number += 1) {
		const due = start + (number * 1000) / perSecond;
		const waitMs = due - performance.now();
		if (waitMs > 1) await sleep(waitMs);
		sent.push(sendOne(number));
	}
	await Promise.all(sent);
	const seconds = (performance.now() - start) / 1000;
	transport.close();
	const timeAfter = processTime(child.pid!);
	const processorMs = Object.fromEntries(
		[...timeAfter].map(([name, ms]) => [
			name,
			round((ms - (timeBefore.get(name) ?? 0)) / mails),
		]),
	);
	return {
		mails,
		seconds: round(seconds),
		mailsPerSecond: round(mails / seconds),
		acceptedAfterMs: {
			p50: round(quantileOf(latencies, 0.5)),
			p99: round(quantileOf(latencies, 0.99)),
		},
		retries,
		ticketsFound: (await countMails(demo)) - before,
		processorMsPerMail: processorMs,
	};
}

/** How many tickets came by mail. */
async function countMails({ base_url, keys }: Demo): Promise<number> {
	let count = 0;
	for (let cursor = ""; ; ) {
		const query = new URLSearchParams({ channel: "email", limit: "100" });
		if (cursor) query.set("cursor", cursor);
		const response = await fetch(`${base_url}/v1/tickets?${query}`, {
			headers: { Authorization: `Bearer ${keys.enterprise}` },
		});
		if (response.status === 429) {
			await sleep(1_000 * Number(response.headers.get("retry-after") ?? 1));
			continue;
		}
		const page = (await response.json()) as {
			data: unknown[];
			next_cursor: string | null;
		};
		count += page.data.length;
		if (page.next_cursor === null) return count;
		cursor = page.next_cursor;
	}
}

function rawMail(number: number, from: string, to: string): string {
	const line = "It does not shine although it is plugged in.\r\n";
	const lines = (Number(values.kilobytes) * 1024) / line.length;
	return `From: Sender <${from}>\r\nTo: ${to}\r\nSubject: Lamp ${number}\r\nDate: Sun, 22 Nov 2026 10:00:00 +0000\r\nMessage-ID: <bench-${number}@customer.example>\r\n\r\n${line.repeat(lines)}`;
}

function round(value: number): number {
	return Math.round(value * 100) / 100;
}
