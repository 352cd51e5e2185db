import { TOTP } from "otpauth";
import { afterAll, beforeAll, beforeEach, expect, it } from "vitest";
import {
	createAccount,
	createBrowser,
	createLink,
	PASSWORD,
	type TestAccount,
} from "./accounts.ts";
import { type Gateway, startGateway } from "./gateway.ts";

let now = Date.now();
let gateway: Gateway;
beforeAll(async () => {
	gateway = await startGateway({
		config: { trustedProxyHops: 1 },
		overrides: { accounts: undefined, now: () => now },
	});
});
afterAll(() => gateway.stop());
beforeEach(() => {
	now = Date.now();
});

const codeAt = (secret: string, timestamp: number) =>
	new TOTP({ secret }).generate({ timestamp });

/** An account with a second factor, its secret and its recovery codes. */
async function withSecondFactor() {
	const account = await createAccount(gateway.database);
	const browser = createBrowser(gateway);
	await browser.signIn(account);
	const begun = await browser.send("POST", "/auth/second-factor", {
		body: { password: PASSWORD },
	});
	const { secret } = begun.json;
	const confirmed = await browser.send("POST", "/auth/second-factor/confirm", {
		body: { code: codeAt(secret, now) },
	});
	expect(confirmed.json.recovery_codes).toHaveLength(10);
	return {
		...{ account, browser, secret, url: begun.json.url },
		codes: confirmed.json.recovery_codes as string[],
	};
}

async function signIn({ email }: TestAccount, code?: string) {
	const { status, json } = await createBrowser(gateway).send(
		"POST",
		"/auth/sign-in",
		{ body: { email, password: PASSWORD, code } },
	);
	return status === 200 ? 200 : json.error.code;
}

it("asks for a code, and accepts each of them once", async () => {
	const { account, secret, url } = await withSecondFactor();
	expect(url).toMatch(/^otpauth:\/\/totp\/Support%20Desk:/);
	expect(await signIn(account)).toBe("second_factor_required");
	expect(await signIn(account, "000000")).toBe("invalid_second_factor");
	// The code of the confirmation.
	expect(await signIn(account, codeAt(secret, now))).toBe(
		"invalid_second_factor",
	);
	now += 30_000;
	const code = codeAt(secret, now);
	expect(await signIn(account, `${code.slice(0, 3)} ${code.slice(3)}`)).toBe(
		200,
	);
	expect(await signIn(account, code)).toBe("invalid_second_factor");
});

it("does not tell by the code whether the password is right", async () => {
	const { account, secret } = await withSecondFactor();
	now += 30_000;
	const { status, json } = await createBrowser(gateway).send(
		"POST",
		"/auth/sign-in",
		{
			body: {
				email: account.email,
				password: "wrong password",
				code: codeAt(secret, now),
			},
		},
	);
	expect([status, json.error.code]).toEqual([401, "invalid_credentials"]);
});

it("accepts each recovery code once", async () => {
	const { account, codes } = await withSecondFactor();
	expect(await signIn(account, codes[0])).toBe(200);
	expect(await signIn(account, codes[0])).toBe("invalid_second_factor");
	expect(
		await signIn(account, codes[1]!.toUpperCase().replaceAll("-", " ")),
	).toBe(200);
});

it("replaces recovery codes, and is turned off, with the password", async () => {
	const { account, browser, codes } = await withSecondFactor();
	const wrong = await browser.send("POST", "/auth/second-factor/remove", {
		body: { password: "wrong password" },
	});
	expect(wrong.json.error.code).toBe("invalid_credentials");
	const replaced = await browser.send(
		"POST",
		"/auth/second-factor/recovery-codes",
		{ body: { password: PASSWORD } },
	);
	expect(replaced.json.recovery_codes).toHaveLength(10);
	expect(await signIn(account, codes[0])).toBe("invalid_second_factor");
	const remove = () =>
		browser.send("POST", "/auth/second-factor/remove", {
			body: { password: PASSWORD },
		});
	expect((await remove()).json).toEqual({ second_factor: false });
	expect((await remove()).json.error.code).toBe("second_factor_disabled");
	expect(await signIn(account)).toBe(200);
});

it("is not on before a code was right, and not begun again while it is on", async () => {
	const account = await createAccount(gateway.database);
	const browser = createBrowser(gateway);
	await browser.signIn(account);
	const begin = () =>
		browser.send("POST", "/auth/second-factor", {
			body: { password: PASSWORD },
		});
	await begin();
	const confirm = (code: string) =>
		browser.send("POST", "/auth/second-factor/confirm", { body: { code } });
	expect((await confirm("123")).json.error.code).toBe("invalid_second_factor");
	expect(await signIn(account)).toBe(200);
	const { secret } = (await begin()).json;
	expect((await confirm(codeAt(secret, now))).status).toBe(200);
	expect((await begin()).json.error.code).toBe("second_factor_enabled");
});

it.each(["password_reset", "invitation"] as const)(
	"is asked for by a link for a new password, which stays good meanwhile: %s",
	async (purpose) => {
		const { account, codes } = await withSecondFactor();
		const link = await createLink(gateway.database, account, purpose);
		const redeem = async (code?: string) => {
			const { status, json } = await createBrowser(gateway).send(
				"POST",
				"/auth/links",
				{ body: { link, password: "another long password", code } },
			);
			return status === 200 ? 200 : json.error.code;
		};
		expect(await redeem()).toBe("second_factor_required");
		expect(await redeem("000000")).toBe("invalid_second_factor");
		expect(await redeem(codes[0])).toBe(200);
	},
);

it("counts wrong codes for the account, by whichever link they come", async () => {
	const { account, codes } = await withSecondFactor();
	const redeem = async (code: string) => {
		const link = await createLink(gateway.database, account, "password_reset");
		const { status, json } = await createBrowser(gateway).send(
			"POST",
			"/auth/links",
			{ body: { link, password: "another long password", code } },
		);
		return status === 200 ? 200 : json.error.code;
	};
	for (let n = 0; n < 10; n += 1)
		expect(await redeem("000000")).toBe("invalid_second_factor");
	expect(await redeem("000000")).toMatch(/^rate_limit_/);
	expect(await redeem(codes[0]!)).toMatch(/^rate_limit_/);
	const { rows } = await gateway.database.admin.query(
		"select count(*)::int as failed from gateway.audit_events where agent_id = $1 and type = 'sign_in_failed'",
		[account.agentId],
	);
	expect(rows).toEqual([{ failed: 10 }]);
});

it("changes a password, which ends the agent's other sessions", async () => {
	const account = await createAccount(gateway.database);
	const [one, two] = [createBrowser(gateway), createBrowser(gateway)];
	await one.signIn(account);
	await two.signIn(account);
	const change = (current: string, next: string) =>
		one.send("POST", "/auth/password", {
			body: { current_password: current, new_password: next },
		});
	const next = "another long password";
	expect((await change("wrong", next)).json.error.code).toBe(
		"invalid_credentials",
	);
	expect((await change(PASSWORD, "short")).json.error.param).toBe(
		"new_password",
	);
	expect((await change(PASSWORD, next)).status).toBe(200);
	expect((await one.send("GET", "/auth/session")).status).toBe(200);
	await expect
		.poll(async () => (await two.send("GET", "/auth/session")).json)
		.toBeNull();
	expect((await createBrowser(gateway).signIn(account, next)).status).toBe(200);
});
