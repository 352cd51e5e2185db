// The process that reads strangers' bytes. It has no settings, no network and writes no files; whoever started it ends it.
import process from "node:process";
import { readEvidence } from "../evidence/read-evidence.ts";
import { readHead, readMail } from "../read-mail.ts";
import { Unreadable } from "../unreadable.ts";
import type { ReadReply, ReadRequest } from "./messages.ts";

process.on("message", async (request: ReadRequest) => {
	reply(await read({ ...request, raw: Buffer.from(request.raw) }));
});

// Its parent is gone.
process.on("disconnect", () => process.exit());

async function read({
	raw,
	limits,
	part,
	keys,
}: ReadRequest): Promise<ReadReply> {
	try {
		switch (part) {
			case "mail":
				return { mail: await readMail(raw, limits) };
			case "head":
				return { head: await readHead(raw, limits) };
			case "evidence":
				return { evidence: await readEvidence(raw, keys) };
		}
	} catch (err) {
		return { reason: err instanceof Unreadable ? err.reason : "failed" };
	}
}

function reply(message: ReadReply): void {
	process.send?.({ ...message, residentBytes: process.memoryUsage.rss() });
}
