// Measures how many mails a second one process parses, one after the other, and the processor time of each: that of the
// process which reads it, and that of the process which hands it over.
import { readdirSync, readFileSync } from "node:fs";
import { MailParser } from "@supportdesk/mail/parse/mail-parser.ts";
import { BENCH_MAILS, type BenchMail } from "./mails.ts";

const TICK_MS = 10; // of Linux's accounting
const WARM_UP = 30;

console.log(
	"| mail | bytes | a second | processor time of the reader | of the caller |\n|---|---|---|---|---|",
);
for (const mail of BENCH_MAILS) console.log(await measure(mail));

async function measure({ name, raw, count }: BenchMail): Promise<string> {
	const parser = new MailParser(1);
	await parseTimes(parser, raw, WARM_UP);
	const reader = readerMs();
	const caller = process.cpuUsage();
	const start = performance.now();
	await parseTimes(parser, raw, count);
	const seconds = (performance.now() - start) / 1_000;
	const { user, system } = process.cpuUsage(caller);
	const readerEach = (readerMs() - reader) / count;
	parser.close();
	const callerEach = (user + system) / 1_000 / count;
	return `| ${name} | ${raw.length} | ${(count / seconds).toFixed(0)} | ${readerEach.toFixed(2)} ms | ${callerEach.toFixed(2)} ms |`;
}

async function parseTimes(
	parser: MailParser,
	raw: Buffer,
	count: number,
): Promise<void> {
	for (let i = 0; i < count; i += 1) {
		const mail = await parser.parse(raw);
		if (mail.unparsed) throw new Error(mail.reason);
	}
}

/** The processor time of this process's children. */
function readerMs(): number {
	const threads = readdirSync("/proc/self/task");
	const children = threads.flatMap((thread) =>
		readFileSync(`/proc/self/task/${thread}/children`, "utf8")
			.split(" ")
			.filter(Boolean),
	);
	const ticks = children.map((pid) => {
		const fields = readFileSync(`/proc/${pid}/stat`, "utf8")
			.split(") ")[1]!
			.split(" ");
		return Number(fields[11]) + Number(fields[12]);
	});
	return ticks.reduce((sum, it) => sum + it, 0) * TICK_MS;
}
