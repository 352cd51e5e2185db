import { ownContext } from "@supportdesk/rpc/own-context.ts";
import type { ImapState } from "../metrics.ts";
import { codeOf } from "./failure.ts";
import {
	type LeasedAccount,
	type Reader,
	type ReaderDeps,
	type ReaderOptions,
	startReader,
} from "./reader.ts";

export interface Readers {
	/** Begins to read the accounts that this process gets. */
	start(): void;
	/** Lets the mails in progress finish, and other processes have the accounts. */
	stop(): Promise<void>;
}

export interface ReadersOptions extends ReaderOptions {
	/** Of this process; 0 reads none. */
	readonly accountsMax: number;
	/** Between two requests for accounts. */
	readonly turnMs: number;
}

const LEASE_MS_MAX = 10_000;

/**
 * Reads the accounts of mailboxes. Which of them are this process's, and with what credentials, the tickets service says
 * every few seconds: what is not requested again in time goes to another process.
 */
export function createReaders(
	deps: ReaderDeps,
	options: ReadersOptions,
): Readers {
	const { tickets, clock, log, metrics } = deps;
	const { reader, accountsMax, turnMs } = options;
	const readers = new Map<string, Reader>();
	let timer: NodeJS.Timeout | undefined;
	let turning: Promise<void> = Promise.resolve();
	let isStopped = false;

	const lease = async (max: number): Promise<readonly LeasedAccount[]> => {
		const context = ownContext("", LEASE_MS_MAX, clock.now().getTime());
		const { accounts } = await tickets.leaseImapAccounts(
			{ reader, max },
			context,
		);
		return accounts;
	};
	const begin = (account: LeasedAccount) => {
		const { mailboxId } = account;
		const started = startReader(account, deps, options);
		readers.set(mailboxId, started);
		started.ended.then(() => {
			if (readers.get(mailboxId) === started) readers.delete(mailboxId);
		});
	};
	const turn = async () => {
		const accounts = await lease(accountsMax);
		if (isStopped) return;
		const leased = new Map(accounts.map((each) => [each.mailboxId, each]));
		// An account with other credentials begins with the next turn, when its old connection is closed.
		for (const [id, running] of readers)
			if (leased.get(id)?.imapUrl !== running.account.imapUrl)
				void running.stop();
		for (const account of accounts)
			if (!readers.has(account.mailboxId)) begin(account);
		metrics.imapAccounts(countStates(readers.values()));
	};
	const turnAgain = () => {
		turning = turn()
			.catch((err) =>
				log.warn({ code: codeOf(err) }, "no imap accounts leased"),
			)
			.finally(() => {
				if (!isStopped) timer = setTimeout(turnAgain, turnMs);
			});
	};
	return {
		start() {
			if (accountsMax > 0) turnAgain();
		},
		async stop() {
			isStopped = true;
			clearTimeout(timer);
			await turning;
			await Promise.all([...readers.values()].map((each) => each.stop()));
			if (accountsMax > 0)
				await lease(0).catch((err) =>
					log.warn({ code: codeOf(err) }, "imap accounts not returned"),
				);
		},
	};
}

function countStates(
	readers: Iterable<Reader>,
): Readonly<Record<ImapState, number>> {
	const counts = { connecting: 0, connected: 0, failed: 0 };
	for (const { state } of readers) counts[state] += 1;
	return counts;
}
