import { setTimeout as sleep } from "node:timers/promises";
import type { LeaseImapAccountsResponse_Account } from "@supportdesk/contracts/supportdesk/tickets/v1/mail.ts";
import type { MemoryShare } from "@supportdesk/pg/memory-share.ts";
import { ownContext } from "@supportdesk/rpc/own-context.ts";
import type { ImapFlow } from "imapflow";
import type { Deps } from "../deps.ts";
import type { SubmitMail } from "../intake/submit-mail.ts";
import type { ImapState } from "../metrics.ts";
import { type Account, parseAccount } from "./account.ts";
import { type ConnectOptions, connectTo } from "./connect.ts";
import { AccountFailure, codeOf, LeaseLost, sentenceOf } from "./failure.ts";
import { type Position, startOf } from "./position.ts";
import { type Sink, takeNew } from "./take-new.ts";
import { type Intervals, watchFolder } from "./wait-for-mail.ts";

export type LeasedAccount = LeaseImapAccountsResponse_Account;

export interface ReaderDeps
	extends Pick<Deps, "tickets" | "clock" | "log" | "metrics"> {
	readonly submitMail: SubmitMail;
	readonly memory: MemoryShare;
	/** Between 0 and 1. */
	readonly random: () => number;
}

export interface ReaderOptions extends ConnectOptions, Intervals {
	/** Identifies the process. */
	readonly reader: string;
}

/** Reads one account until it is stopped. */
export interface Reader {
	readonly account: LeasedAccount;
	readonly state: ImapState;
	/** Resolves when nothing of it is in progress. */
	readonly ended: Promise<void>;
	stop(): Promise<void>;
}

const RETRY_MS_MIN = 1_000;
const RETRY_MS_MAX = 5 * 60_000;
const SUBMIT_MS_MAX = 60_000;
const REPORT_MS_MAX = 10_000;

export function startReader(
	account: LeasedAccount,
	deps: ReaderDeps,
	options: ReaderOptions,
): Reader {
	const stopped = new AbortController();
	const reading = new Reading(account, deps, options, stopped.signal);
	const ended = reading.run();
	return {
		account,
		ended,
		get state() {
			return reading.state;
		},
		stop() {
			stopped.abort();
			return ended;
		},
	};
}

class Reading {
	state: ImapState = "connecting";
	#position: Position | undefined;
	#failures = 0;
	readonly #leased: LeasedAccount;
	readonly #deps: ReaderDeps;
	readonly #options: ReaderOptions;
	readonly #signal: AbortSignal;

	constructor(
		leased: LeasedAccount,
		deps: ReaderDeps,
		options: ReaderOptions,
		signal: AbortSignal,
	) {
		this.#position = leased.position;
		this.#leased = leased;
		this.#deps = deps;
		this.#options = options;
		this.#signal = signal;
	}

	/** Reads, and begins again after failures, less and less often. */
	async run(): Promise<void> {
		while (!this.#signal.aborted) {
			try {
				await this.#read();
			} catch (err) {
				if (this.#signal.aborted || err instanceof LeaseLost) return;
				await this.#fail(err);
			}
		}
	}

	async #read(): Promise<void> {
		const account = parseAccount(this.#leased.imapUrl);
		if (this.#failures === 0) await this.#report("connecting");
		const client = await connectTo(account, this.#options);
		const close = () => client.close();
		this.#signal.addEventListener("abort", close, { once: true });
		try {
			this.#signal.throwIfAborted();
			await this.#readFolder(client, account);
		} finally {
			this.#signal.removeEventListener("abort", close);
			client.close();
		}
	}

	async #readFolder(client: ImapFlow, account: Account): Promise<void> {
		const folder = await client.mailboxOpen(account.folder);
		const waitForMail = watchFolder(client, this.#options);
		let position = startOf(
			{
				source: account.source,
				uidValidity: Number(folder.uidValidity),
				uidNext: folder.uidNext,
			},
			this.#position,
			this.#deps.clock.now().getTime(),
		);
		await this.#report("connected", { position });
		for (;;) {
			position = await takeNew(client, position, this.#sink());
			this.#failures = 0;
			await waitForMail(this.#signal);
		}
	}

	#sink(): Sink {
		const { submitMail, memory, metrics } = this.#deps;
		const { workspaceId, mailboxId } = this.#leased;
		const delivery = { mailboxId, recipients: [], envelopeFrom: undefined };
		return {
			workspaceId,
			memory,
			signal: this.#signal,
			submit: async (raw, isOld) => {
				const context = this.#context(SUBMIT_MS_MAX);
				try {
					await submitMail(raw, { ...delivery, isOld }, {}, context);
					metrics.mail("imap", "accepted");
				} catch (err) {
					metrics.mail("imap", "deferred");
					throw err;
				}
			},
			advance: async (position, hasNewMail, skipped) => {
				if (skipped) metrics.mail("imap", "refused");
				await this.#report("connected", { position, hasNewMail, skipped });
			},
		};
	}

	async #report(
		state: ImapState,
		changes: {
			readonly position?: Position;
			readonly hasNewMail?: boolean;
			readonly skipped?: string;
			readonly error?: string;
		} = {},
	): Promise<void> {
		this.state = state;
		const { position, hasNewMail = false, skipped = "", error = "" } = changes;
		const { mailboxId } = this.#leased;
		const { reader } = this.#options;
		const { leased } = await this.#deps.tickets.reportImapAccount(
			{ mailboxId, reader, state, error, position, hasNewMail, skipped },
			this.#context(REPORT_MS_MAX),
		);
		if (!leased) throw new LeaseLost();
		this.#position = position ?? this.#position;
	}

	/** Shows the failure on the mailbox, and waits before the next attempt. */
	async #fail(err: unknown): Promise<void> {
		const { log, random } = this.#deps;
		const { mailboxId, workspaceId } = this.#leased;
		const isOurs = !(err instanceof AccountFailure);
		log.warn(
			{ mailboxId, workspaceId, code: isOurs ? codeOf(err) : err.message },
			"imap account not read",
		);
		// The tickets service may be what is unavailable.
		await this.#report("failed", { error: sentenceOf(err) }).catch(() => {});
		const retryMs = Math.min(RETRY_MS_MIN * 2 ** this.#failures, RETRY_MS_MAX);
		this.#failures += 1;
		const waitMs = retryMs * (0.5 + random() / 2);
		const { signal } = { signal: this.#signal };
		await sleep(waitMs, undefined, { signal }).catch(() => {});
	}

	#context(timeoutMs: number) {
		const { workspaceId } = this.#leased;
		return ownContext(workspaceId, timeoutMs, this.#deps.clock.now().getTime());
	}
}
