import { expect, test } from "vitest";
import { findWithPassword } from "./find-with-password.ts";

const ACCOUNTS = ["a", null, "b", "c"].map((passwordHash) => ({
	passwordHash,
}));

test.each([0, 1, 2, 4])(
	"compares a wrong password as often for %i accounts as for none",
	async (count) => {
		let compared = 0;
		const verify = async () => {
			compared += 1;
			return false;
		};
		const accounts = ACCOUNTS.slice(0, count);
		expect(await findWithPassword({ verify }, accounts, "x")).toBeUndefined();
		expect(compared).toBe(5);
	},
);

test("finds the account that has the password", async () => {
	const verify = async (password: string, hash: string | null) =>
		password === hash;
	const found = await findWithPassword({ verify }, ACCOUNTS, "b");
	expect(found).toBe(ACCOUNTS[2]);
});
