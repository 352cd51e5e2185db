import type { Passwords } from "./passwords.ts";

// Each comparison takes 30 ms and a thread. An agent of more workspaces names the one it wants.
const COMPARED_MAX = 5;

/**
 * The first of an address' accounts that has the password. A wrong one takes the same time for any number of accounts, so that
 * nobody learns from it whether there are some.
 */
export async function findWithPassword<
	T extends { readonly passwordHash: string | null },
>(
	passwords: Pick<Passwords, "verify">,
	accounts: readonly T[],
	password: string,
): Promise<T | undefined> {
	for (let i = 0; i < COMPARED_MAX; i += 1) {
		const account = accounts[i];
		const hash = account?.passwordHash ?? null;
		if (await passwords.verify(password, hash)) return account;
	}
	return undefined;
}
