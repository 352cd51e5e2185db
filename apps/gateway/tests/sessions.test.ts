import { afterAll, beforeAll, beforeEach, describe, expect, it } from "vitest";
import {
	createAccount,
	createBrowser,
	createLink,
	PASSWORD,
	type TestAccount,
} from "./accounts.ts";
import { type Gateway, startGateway } from "./gateway.ts";

let gateway: Gateway;
let admin: TestAccount;
beforeAll(async () => {
	gateway = await startGateway({
		config: { trustedProxyHops: 1 },
		// The real ones.
		overrides: { accounts: undefined },
	});
	admin = await createAccount(gateway.database);
});
afterAll(() => gateway.stop());
beforeEach(() => gateway.services.reset());

const TICKET = "/v1/tickets/tkt_01kadszz00e2xv0f1b2c3d4e5f";
const codeOf = ({ status, json }: { status: number; json: never }) => [
	status,
	(json as { error?: { code: string } })?.error?.code,
];

async function signedIn(given?: TestAccount) {
	const account = given ?? (await createAccount(gateway.database));
	const browser = createBrowser(gateway);
	expect((await browser.signIn(account)).status).toBe(200);
	return browser;
}

describe("signing in", () => {
	it("opens a session whose cookie no script can read", async () => {
		const browser = createBrowser(gateway);
		const { json, headers } = await browser.signIn(admin);
		expect(json).toEqual({
			id: expect.stringMatching(/^ses_/),
			agent_id: admin.agentId,
			workspace_id: admin.workspaceId,
			role: "admin",
			expires_at: expect.stringMatching(/Z$/),
			csrf_token: expect.stringMatching(/^[\w-]{43}$/),
		});
		expect(headers.getSetCookie()[0]).toMatch(
			/^__Host-supportdesk_session=[\w-]{43}; Max-Age=25\d{5}; Path=\/; Secure; HttpOnly; SameSite=Lax$/,
		);
	});

	it("ignores the case of the address", async () => {
		const email = admin.email.toUpperCase();
		expect((await createBrowser(gateway).signIn({ email })).status).toBe(200);
	});

	it("answers the same to an unknown address, a wrong password and an account without one", async () => {
		const invited = await createAccount(gateway.database, { password: null });
		const answers = [];
		for (const [email, password] of [
			["unknown@support.example", PASSWORD],
			[admin.email, "wrong password"],
			[invited.email, PASSWORD],
		] as const) {
			const { status, text } = await createBrowser(gateway).signIn(
				{ email },
				password,
			);
			answers.push(`${status} ${text.replace(/req_\w+/, "")}`);
		}
		expect(new Set(answers).size).toBe(1);
		expect(answers[0]).toContain("401");
		expect(answers[0]).toContain("invalid_credentials");
	});

	it("refuses an account after ten attempts in a minute, known or not", async () => {
		const known = await createAccount(gateway.database);
		for (const email of [known.email, "stranger@support.example"]) {
			const browser = createBrowser(gateway);
			for (let i = 0; i < 10; i += 1) await browser.signIn({ email }, "wrong");
			const refused = await browser.signIn({ email });
			expect(codeOf(refused as never)).toEqual([429, "rate_limit_minute"]);
			expect(Number(refused.headers.get("retry-after"))).toBeGreaterThan(0);
		}
	});

	it("signs in to the named one of several workspaces", async () => {
		const email = "both@support.example";
		const workspaceId = await gateway.database.createWorkspace();
		await createAccount(gateway.database, { email });
		await createAccount(gateway.database, { email, workspaceId });
		const { json } = await createBrowser(gateway).send(
			"POST",
			"/auth/sign-in",
			{ body: { email, password: PASSWORD, workspace_id: workspaceId } },
		);
		expect(json.workspace_id).toBe(workspaceId);
	});

	it("signs in to the one of several workspaces that has the password", async () => {
		const email = "each@support.example";
		const workspaceId = await gateway.database.createWorkspace();
		const own = ["the password of the first", "the password of the second"];
		const accounts = [
			await createAccount(gateway.database, { email, password: own[0]! }),
			await createAccount(gateway.database, {
				...{ email, workspaceId, password: own[1]! },
			}),
		];
		// Whichever was signed in to last.
		for (const n of [0, 1, 0]) {
			const { json } = await createBrowser(gateway).send(
				"POST",
				"/auth/sign-in",
				{ body: { email, password: own[n]! } },
			);
			expect(json.workspace_id).toBe(accounts[n]!.workspaceId);
		}
		const refused = await createBrowser(gateway).signIn({ email }, PASSWORD);
		expect(codeOf(refused as never)).toEqual([401, "invalid_credentials"]);
	});

	it.each([
		[{}, 400],
		[{ email: 1, password: "x" }, 400],
		[{ email: "a@b.c", password: "x", other: 1 }, 400],
		[{ email: "a\u0000@b.c", password: "x" }, 400],
		[{ email: "a@b.c", password: "x".repeat(201) }, 400],
		[{ email: "a@b.c", password: "\ud800" }, 400],
		[`"${"x".repeat(20_000)}"`, 413],
		["{", 400],
	])("refuses the body %j", async (body, status) => {
		const response = await createBrowser(gateway).send(
			"POST",
			"/auth/sign-in",
			{ body },
		);
		expect(response.status).toBe(status);
	});

	it("refuses a form of another origin", async () => {
		for (const headers of [
			{ "Sec-Fetch-Site": "cross-site" },
			{ "Sec-Fetch-Site": "same-site" },
		]) {
			const response = await createBrowser(gateway).send(
				"POST",
				"/auth/sign-in",
				{ body: { email: admin.email, password: PASSWORD }, headers },
			);
			expect(codeOf(response as never)).toEqual([403, "csrf_failed"]);
		}
	});
});

describe("a session", () => {
	it("calls the API as its agent", async () => {
		const browser = await signedIn(admin);
		const { status } = await browser.send("GET", TICKET);
		expect(status).toBe(200);
		expect(gateway.services.calls[0]!.context).toMatchObject({
			workspaceId: admin.workspaceId,
			actorId: admin.agentId,
			apiKeyId: expect.stringMatching(/^ses_/),
		});
	});

	it("shows itself at /v1/me", async () => {
		const browser = await signedIn(admin);
		const { json } = await browser.send("GET", "/v1/me");
		expect(json).toMatchObject({
			key: null,
			session: { id: expect.stringMatching(/^ses_/), role: "admin" },
			workspace: { id: admin.workspaceId },
			plan: "scale",
			limits: { per_minute: { limit: 600 } },
		});
	});

	it("has the scopes of its role", async () => {
		const agent = await createAccount(gateway.database, { role: "agent" });
		const browser = await signedIn(agent);
		const { json } = await browser.send("GET", "/v1/me");
		expect(json.scopes).not.toContain("keys:read");
		expect(codeOf((await browser.send("GET", "/v1/keys")) as never)).toEqual([
			403,
			"insufficient_scope",
		]);
		expect((await browser.send("GET", "/v1/agents")).status).toBe(200);
	});

	it("changes nothing without its CSRF token, or for a page of another origin", async () => {
		const browser = await signedIn();
		for (const [name, value] of [
			["X-CSRF-Token", ""],
			["X-CSRF-Token", "x".repeat(43)],
			["Sec-Fetch-Site", "cross-site"],
			["Sec-Fetch-Site", "none"],
		] as const) {
			const headers = { [name]: value };
			const response = await browser.send("DELETE", TICKET, { headers });
			expect(codeOf(response as never)).toEqual([403, "csrf_failed"]);
		}
		expect(gateway.services.calls).toEqual([]);
		expect((await browser.send("DELETE", TICKET)).status).toBe(200);
	});

	it("is compared by its Origin where the browser says no more", async () => {
		const browser = await signedIn();
		const headers = {
			Cookie: browser.cookie()!,
			"X-CSRF-Token": browser.csrfToken()!,
		};
		const statuses = [];
		for (const origin of [gateway.url, "https://other.example", "null"]) {
			const response = await gateway.send("DELETE", TICKET, {
				key: null,
				headers: { ...headers, Origin: origin },
			});
			statuses.push(response.status);
		}
		expect(statuses).toEqual([200, 403, 403]);
	});

	it("is ignored beside an API key", async () => {
		const browser = await signedIn();
		const withKey = await browser.send("DELETE", TICKET, {
			key: gateway.key,
			headers: { "X-CSRF-Token": "", "Sec-Fetch-Site": "cross-site" },
		});
		expect(withKey.status).toBe(200);
		expect(gateway.services.calls[0]!.context.apiKeyId).toMatch(/^key_/);
		const withWrongKey = await browser.send("GET", TICKET, { key: "wrong" });
		expect(codeOf(withWrongKey as never)).toEqual([401, "invalid_api_key"]);
	});

	it("writes no messages as another agent", async () => {
		const browser = await signedIn(admin);
		const write = (authorId?: string) =>
			browser.send("POST", `${TICKET}/messages`, {
				body: { type: "note", body: "Hello", author_id: authorId },
			});
		expect((await write()).status).toBe(201);
		expect((await write(admin.agentId)).status).toBe(201);
		const other = "usr_01kadszz00e2xv0f1b2c3d4e5f";
		expect(codeOf((await write(other)) as never)).toEqual([
			403,
			"author_not_permitted",
		]);
	});

	it("applies no macro as another agent", async () => {
		const browser = await signedIn(admin);
		const apply = (authorId?: string) =>
			browser.send("POST", `${TICKET}/macros/mcr_01kadszz00e2xv0f1b2c3d4e5f`, {
				body: { author_id: authorId },
			});
		expect((await apply()).status).toBe(200);
		expect((await apply(admin.agentId)).status).toBe(200);
		const other = "usr_01kadszz00e2xv0f1b2c3d4e5f";
		expect(codeOf((await apply(other)) as never)).toEqual([
			403,
			"author_not_permitted",
		]);
	});

	it("imports no messages as another agent", async () => {
		const browser = await signedIn(admin);
		const at = "2026-05-01T08:00:00Z";
		const row = (author_id?: string) => ({
			subject: "Help",
			contact: { email: "a@customer.example" },
			created_at: at,
			messages: [
				{ type: "inbound", body: "Please", created_at: at },
				{ type: "note", body: "Hello", author_id, created_at: at },
			],
		});
		const other = "usr_01kadszz00e2xv0f1b2c3d4e5f";
		const { json } = await browser.send("POST", "/v1/imports/tickets", {
			body: { tickets: [row(admin.agentId), row(other), row()] },
		});
		const codes = json.results.map(
			({ errors }: { errors: { code: string; param: string }[] }) =>
				errors.map(({ code, param }) => [code, param]),
		);
		expect(codes[1]).toEqual([
			["author_not_permitted", "messages.1.author_id"],
		]);
	});

	it.each(["", "short", "x".repeat(43), "%00", "\u00ff".repeat(43)])(
		"is refused with the token %j",
		async (token) => {
			const response = await gateway.send("GET", TICKET, {
				key: null,
				headers: { Cookie: `a=b; __Host-supportdesk_session=${token}` },
			});
			expect(codeOf(response as never)).toEqual([401, "session_expired"]);
		},
	);

	it("is null for a browser without one, which is no error", async () => {
		for (const cookie of ["", "__Host-supportdesk_session=x"]) {
			const { status, json } = await gateway.send("GET", "/auth/session", {
				key: null,
				headers: { Cookie: cookie },
			});
			expect([status, json]).toEqual([200, null]);
		}
	});

	it("is not asked for where there is no cookie", async () => {
		const response = await gateway.send("GET", TICKET, { key: null });
		expect(codeOf(response as never)).toEqual([401, "missing_api_key"]);
	});
});

describe("ending sessions", () => {
	it("signs out", async () => {
		const browser = await signedIn();
		const cookie = browser.cookie()!;
		const { headers } = await browser.send("POST", "/auth/sign-out");
		expect(headers.get("set-cookie")).toContain("Max-Age=0");
		const response = await gateway.send("GET", TICKET, {
			key: null,
			headers: { Cookie: cookie },
		});
		expect(codeOf(response as never)).toEqual([401, "session_expired"]);
	});

	it("lists an agent's sessions, and ends each of them", async () => {
		const account = await createAccount(gateway.database);
		const [one, two] = [await signedIn(account), await signedIn(account)];
		const { json } = await one.send("GET", "/auth/sessions");
		expect(json.data).toHaveLength(2);
		const other = json.data.find(
			(each: { is_current: boolean }) => !each.is_current,
		);
		expect(other).toMatchObject({ method: "password", address: two.address });
		const path = `/auth/sessions/${other.id}`;
		expect((await one.send("DELETE", path)).status).toBe(200);
		expect((await one.send("DELETE", path)).status).toBe(404);
		await expect
			.poll(async () => (await two.send("GET", TICKET)).status)
			.toBe(401);
		expect((await one.send("GET", TICKET)).status).toBe(200);
	});

	it("ends no session of another agent", async () => {
		const other = await createAccount(gateway.database);
		const theirs = await signedIn(other);
		const { json } = await theirs.send("GET", "/auth/session");
		const mine = await signedIn();
		const response = await mine.send("DELETE", `/auth/sessions/${json.id}`);
		expect(codeOf(response as never)).toEqual([404, "session_not_found"]);
	});

	it("signs out everywhere", async () => {
		const account = await createAccount(gateway.database);
		const [one, two] = [await signedIn(account), await signedIn(account)];
		await one.send("POST", "/auth/sign-out-everywhere");
		await expect
			.poll(async () => (await two.send("GET", TICKET)).status)
			.toBe(401);
	});

	it("ends a session that was not used for three days", async () => {
		const account = await createAccount(gateway.database);
		const browser = await signedIn(account);
		await gateway.database.admin.query(
			"update gateway.sessions set last_used_at = now() - interval '73 hours' where agent_id = $1",
			[account.agentId],
		);
		await expect
			.poll(async () => codeOf((await browser.send("GET", TICKET)) as never), {
				timeout: 6_000,
			})
			.toEqual([401, "session_expired"]);
	});

	it.each(["accounts set deactivated_at = now() where agent_id = $1", ""])(
		"ends with its agent or workspace (%s)",
		async (change) => {
			const workspaceId = await gateway.database.createWorkspace();
			const account = await createAccount(gateway.database, { workspaceId });
			const browser = await signedIn(account);
			await gateway.database.admin.query(
				change
					? `update gateway.${change}`
					: "update gateway.workspaces set deactivated_at = now() where id = $1",
				[change ? account.agentId : workspaceId],
			);
			await expect
				.poll(async () => (await browser.send("GET", TICKET)).status, {
					timeout: 6_000,
				})
				.toBe(401);
			expect((await browser.signIn(account)).status).toBe(401);
		},
	);
});

describe("a link", () => {
	it("signs in once", async () => {
		const link = await createLink(gateway.database, admin, "sign_in");
		const browser = createBrowser(gateway);
		const redeem = () =>
			browser.send("POST", "/auth/links", { body: { link } });
		expect((await redeem()).json.agent_id).toBe(admin.agentId);
		expect((await browser.send("GET", TICKET)).status).toBe(200);
		expect(codeOf((await redeem()) as never)).toEqual([401, "invalid_link"]);
	});

	it("signs in one of nine that redeem it at once", async () => {
		const link = await createLink(gateway.database, admin, "sign_in");
		const statuses = await Promise.all(
			Array.from({ length: 9 }, async () => {
				const browser = createBrowser(gateway);
				return (await browser.send("POST", "/auth/links", { body: { link } }))
					.status;
			}),
		);
		expect(statuses.filter((status) => status === 200)).toHaveLength(1);
	});

	it("of an invitation sets the first password", async () => {
		const account = await createAccount(gateway.database, { password: null });
		const link = await createLink(gateway.database, account, "invitation");
		const browser = createBrowser(gateway);
		const redeem = (password?: string) =>
			browser.send("POST", "/auth/links", { body: { link, password } });
		expect(codeOf((await redeem()) as never)).toEqual([
			400,
			"missing_parameter",
		]);
		for (const weak of ["short", "aaaaaaaaaaaaaaa"])
			expect(codeOf((await redeem(weak)) as never)).toEqual([
				422,
				"weak_password",
			]);
		expect((await redeem(PASSWORD)).status).toBe(200);
		expect((await createBrowser(gateway).signIn(account)).status).toBe(200);
	});

	it("of a password reset ends every session before", async () => {
		const account = await createAccount(gateway.database);
		const before = await signedIn(account);
		const link = await createLink(gateway.database, account, "password_reset");
		const password = "another long password";
		const { status } = await createBrowser(gateway).send(
			"POST",
			"/auth/links",
			{ body: { link, password } },
		);
		expect(status).toBe(200);
		await expect
			.poll(async () => (await before.send("GET", TICKET)).status)
			.toBe(401);
		const browser = createBrowser(gateway);
		expect((await browser.signIn(account)).status).toBe(401);
		expect((await browser.signIn(account, password)).status).toBe(200);
	});

	it("is refused after its time, and in any other form", async () => {
		const expired = await createLink(gateway.database, admin, "sign_in", -1);
		for (const link of [expired, "x", "x".repeat(43)]) {
			const response = await createBrowser(gateway).send(
				"POST",
				"/auth/links",
				{ body: { link } },
			);
			expect(codeOf(response as never)).toEqual([401, "invalid_link"]);
		}
	});
});
