import type { Evidence, KeyAnswers } from "./evidence/evidence.ts";
import { PARSE_LIMITS, type ParseLimits } from "./limits.ts";
import type { ParsedMail, UnparsedMail } from "./parsed-mail.ts";
import type { ReadReply, ReadRequest } from "./reader/messages.ts";
import { ReaderProcess } from "./reader/reader-process.ts";

/** Reads a raw mail. Never rejects because of what is in it. */
export type ParseMail = (
	raw: Buffer,
	limits?: ParseLimits,
) => Promise<ParsedMail | UnparsedMail>;

const NO_KEYS: KeyAnswers = new Map();

/** Reads what a mail says of its sender, and checks its signatures with these keys. Undefined beyond a limit. */
export type ReadEvidence = (
	raw: Buffer,
	keys: KeyAnswers,
) => Promise<Evidence | undefined>;

interface Waiting {
	readonly request: ReadRequest;
	resolve(reply: ReadReply): void;
}

const PROCESSES = 2; // one is free while a hostile mail uses up its time in the other

/**
 * Reads mails in processes of their own, whose memory and time are limited. A mail that ends its process, or is beyond a
 * limit, is reported as unparsed, with its headers where these can be read alone.
 */
export class MailParser {
	readonly #readers: readonly ReaderProcess[];
	readonly #waiting: Waiting[] = [];

	constructor(processes = PROCESSES) {
		this.#readers = Array.from(
			{ length: processes },
			() => new ReaderProcess(),
		);
	}

	readonly parse: ParseMail = async (raw, limits = PARSE_LIMITS) => {
		const request = { raw, limits, keys: NO_KEYS };
		const reply = await this.#tryTwice({ ...request, part: "mail" });
		if (reply.mail) return reply.mail;
		const { head } = await this.#read({ ...request, part: "head" });
		return {
			unparsed: true,
			reason: reply.reason ?? "failed",
			headers: head?.headers ?? null,
			traits: head?.traits ?? null,
		};
	};

	/** Checks the signatures of a mail with these keys. Undefined beyond a limit. */
	readonly readEvidence: ReadEvidence = async (raw, keys) => {
		const limits = PARSE_LIMITS;
		const request = { raw, limits, keys, part: "evidence" } as const;
		return (await this.#tryTwice(request)).evidence;
	};

	/** Ends the processes. Mails that are being read are reported as unparsed. */
	close(): void {
		for (const { resolve } of this.#waiting.splice(0)) {
			resolve({ reason: "failed" });
		}
		for (const reader of this.#readers) reader.close();
	}

	/** A process may have ended for another reason, before it saw the mail. */
	async #tryTwice(request: ReadRequest): Promise<ReadReply> {
		const reply = await this.#read(request);
		return reply.reason === "failed" ? this.#read(request) : reply;
	}

	#read(request: ReadRequest): Promise<ReadReply> {
		return new Promise((resolve) => {
			this.#waiting.push({ request, resolve });
			this.#dispatch();
		});
	}

	#dispatch(): void {
		for (const reader of this.#readers) {
			if (!reader.idle) continue;
			const next = this.#waiting.shift();
			if (!next) return;
			reader.read(next.request).then((reply) => {
				next.resolve(reply);
				this.#dispatch();
			});
		}
	}
}
