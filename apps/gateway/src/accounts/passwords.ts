import { type Algorithm, hash, verify } from "@node-rs/argon2";
import { serviceUnavailable } from "@supportdesk/errors/app-error.ts";

/** What a hash costs; OWASP's figures for argon2id by default. */
export interface HashCosts {
	readonly memoryKib: number;
	readonly passes: number;
}

export interface Passwords {
	hash(password: string): Promise<string>;
	/**
	 * Whether the password is the hashed one. Takes the same time without a hash, so that an address without an account is
	 * not known by it.
	 */
	verify(password: string, passwordHash: string | null): Promise<boolean>;
	/** Whether the hash was made with other costs. */
	isOutdated(passwordHash: string): boolean;
}

// Each takes a thread of four that file reads and DNS need as well, and 19 MiB.
const CONCURRENT_MAX = 2;
// At 30 ms each, the last one waits for a second.
const WAITING_MAX = 64;

/** Hashes passwords with argon2id, a few at a time. @throws AppError `service_unavailable` when too many wait */
export function createPasswords({ memoryKib, passes }: HashCosts): Passwords {
	const options = {
		algorithm: 2 satisfies Algorithm.Argon2id,
		memoryCost: memoryKib,
		timeCost: passes,
		parallelism: 1,
	};
	const inTurn = createTurns(CONCURRENT_MAX, WAITING_MAX);
	let decoy: Promise<string> | undefined;
	return {
		hash: (password) => inTurn(() => hash(password, options)),
		async verify(password, passwordHash) {
			decoy ??= hash("the password of no account", options);
			const compared = passwordHash ?? (await decoy);
			const isRight = await inTurn(() => verify(compared, password));
			return isRight && passwordHash !== null;
		},
		isOutdated: (passwordHash) =>
			!passwordHash.includes(`$m=${memoryKib},t=${passes},p=1$`),
	};
}

function createTurns(concurrentMax: number, waitingMax: number) {
	const waiting: (() => void)[] = [];
	let running = 0;
	return async <T>(work: () => Promise<T>): Promise<T> => {
		if (running >= concurrentMax) {
			if (waiting.length >= waitingMax) throw serviceUnavailable();
			await new Promise<void>((resolve) => waiting.push(resolve));
		} else running += 1;
		try {
			return await work();
		} finally {
			const next = waiting.shift();
			if (next) next();
			else running -= 1;
		}
	};
}
