import { redisMissing, startRedis } from "@supportdesk/testkit/redis.ts";
import { describe, expect, it, onTestFinished } from "vitest";
import { createPasswords } from "../src/accounts/passwords.ts";
import { createAccount, createBrowser, PASSWORD } from "./accounts.ts";
import { createKeyDatabase, type Gateway, startGateway } from "./gateway.ts";

const PER_ACCOUNT = 10;
const PER_CLIENT = 60;
const PAIRS = 24;

const median = (values: readonly number[]) =>
	[...values].sort((a, b) => a - b)[Math.floor(values.length / 2)]!;

it("takes as long for an unknown address as for a known one", async () => {
	// The hash costs what it costs in an installation.
	const costs = { memoryKib: 19_456, passes: 2 };
	const gateway = await startGateway({
		config: { trustedProxyHops: 1, passwords: costs },
	});
	onTestFinished(() => gateway.stop());
	const hash = await createPasswords(costs).hash(PASSWORD);
	const createKnown = async () => {
		const { email } = await createAccount(gateway.database);
		const text =
			"update gateway.accounts set password_hash = $1 where email = $2";
		await gateway.database.admin.query(text, [hash, email]);
		return email;
	};
	const known: number[] = [];
	const unknown: number[] = [];
	const measure = async (times: number[], email: string) => {
		const browser = createBrowser(gateway);
		const startedAt = performance.now();
		const { status } = await browser.signIn({ email }, "a wrong password");
		times.push(performance.now() - startedAt);
		expect(status).toBe(401);
	};
	await measure([], await createKnown());
	await measure([], "unknown@support.example");
	// In turns, so that what else the machine does concerns both.
	for (let n = 0; n < PAIRS; n += 1) {
		const email = await createKnown();
		const turns = [
			() => measure(known, email),
			() => measure(unknown, `unknown-${n}@support.example`),
		];
		for (const turn of n % 2 === 0 ? turns : turns.reverse()) await turn();
	}
	const ratio = median(unknown) / median(known);
	console.info(
		`median of a refusal: ${median(known).toFixed(1)} ms known, ${median(unknown).toFixed(1)} ms unknown, ratio ${ratio.toFixed(2)}`,
	);
	// Without the hash it would be below 0.1.
	expect(ratio).toBeGreaterThan(0.7);
	expect(ratio).toBeLessThan(1.4);
}, 30_000);

describe("strangers who try passwords", () => {
	const statusesOf = async (gateway: Gateway, email: string, count: number) => {
		const statuses: number[] = [];
		for (let n = 0; n < count; n += 1) {
			const { status } = await createBrowser(gateway).signIn(
				{ email },
				"a wrong password",
			);
			statuses.push(status);
		}
		return statuses;
	};

	it("keep no agent out of the browser that it has signed in with", async () => {
		const gateway = await startGateway({ config: { trustedProxyHops: 1 } });
		onTestFinished(() => gateway.stop());
		const [agent, colleague] = [
			await createAccount(gateway.database),
			await createAccount(gateway.database),
		];
		const own = createBrowser(gateway);
		expect((await own.signIn(agent)).status).toBe(200);
		expect((await own.send("POST", "/auth/sign-out")).status).toBe(200);
		const tried = await statusesOf(gateway, agent.email, PER_ACCOUNT + 1);
		expect(tried.at(-1)).toBe(429);
		expect((await own.signIn(agent)).status).toBe(200);
		// It is known for this agent alone, and counts its own attempts.
		await statusesOf(gateway, colleague.email, PER_ACCOUNT);
		expect((await own.signIn(colleague)).status).toBe(429);
		const mistaken: number[] = [];
		for (let n = 0; n <= PER_ACCOUNT; n += 1)
			mistaken.push((await own.signIn(agent, "a wrong password")).status);
		expect([mistaken[0], mistaken.at(-1)]).toEqual([401, 429]);
	});

	it("have few mails sent to an address, whether it has an account or not", async () => {
		const gateway = await startGateway({ config: { trustedProxyHops: 1 } });
		onTestFinished(() => gateway.stop());
		const { email } = await createAccount(gateway.database);
		for (const each of [email, "stranger@support.example"]) {
			const statuses: number[] = [];
			for (let n = 0; n < 5; n += 1) {
				const { status } = await createBrowser(gateway).send(
					"POST",
					"/auth/forgotten-password",
					{ body: { email: each } },
				);
				statuses.push(status);
			}
			expect(statuses).toEqual([202, 202, 202, 429, 429]);
		}
	});
});

describe.skipIf(redisMissing(true))("two gateways on one Redis", () => {
	async function startTwo(): Promise<readonly [Gateway, Gateway]> {
		const redis = await startRedis({ needsOwnServer: true });
		const database = await createKeyDatabase();
		const config = { redisUrl: redis.url, replicas: 2, trustedProxyHops: 1 };
		const start = () => startGateway({ database, config });
		const [one, other] = [await start(), await start()];
		onTestFinished(async () => {
			await Promise.all([one.stop(), other.stop()]);
			await redis.close();
			await database.close();
		});
		return [one, other];
	}

	it("count the attempts for an account together", async () => {
		const gateways = await startTwo();
		const { email } = await createAccount(gateways[0].database);
		const done = await Promise.all(
			Array.from({ length: 3 * PER_ACCOUNT }, (_, n) =>
				createBrowser(gateways[n % 2]!).signIn({ email }, "wrong"),
			),
		);
		const count = (wanted: number) =>
			done.filter(({ status }) => status === wanted).length;
		expect([count(401), count(429)]).toEqual([PER_ACCOUNT, 2 * PER_ACCOUNT]);
		for (const gateway of gateways) {
			const { status } = await createBrowser(gateway).signIn({ email });
			expect(status).toBe(429);
		}
	});

	it("count the attempts of a client together, for any account", async () => {
		const gateways = await startTwo();
		const { address } = createBrowser(gateways[0]);
		const attempt = (n: number, from = address) =>
			gateways[n % 2]!.send("POST", "/auth/sign-in", {
				key: null,
				headers: { "X-Forwarded-For": from, "Sec-Fetch-Site": "same-origin" },
				body: { email: `stranger-${n}@support.example`, password: "wrong" },
			});
		const statuses: number[] = [];
		for (let n = 0; n < PER_CLIENT + 10; n += 1)
			statuses.push((await attempt(n)).status);
		expect(statuses.filter((status) => status === 401)).toHaveLength(
			PER_CLIENT,
		);
		expect(statuses.slice(PER_CLIENT)).toEqual(Array(10).fill(429));
		expect((await attempt(0, "203.0.113.99")).status).toBe(401);
	});
});
