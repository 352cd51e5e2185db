// The process that reads strangers' bytes. It has no settings, no network and writes no files; whoever started it ends it.
import process from "node:process";
import { readHead, readMail } from "../read-mail.ts";
import { Unreadable } from "../unreadable.ts";
import type { ReadReply, ReadRequest } from "./messages.ts";

process.on("message", async ({ raw, limits, headOnly }: ReadRequest) => {
	reply(await read(Buffer.from(raw), limits, headOnly));
});

// Its parent is gone.
process.on("disconnect", () => process.exit());

async function read(
	raw: Buffer,
	limits: ReadRequest["limits"],
	headOnly: boolean,
): Promise<ReadReply> {
	try {
		return headOnly
			? { head: await readHead(raw, limits) }
			: { mail: await readMail(raw, limits) };
	} catch (err) {
		return { reason: err instanceof Unreadable ? err.reason : "failed" };
	}
}

function reply(message: ReadReply): void {
	process.send?.({ ...message, residentBytes: process.memoryUsage.rss() });
}
