import { once } from "node:events";
import { get, type IncomingMessage } from "node:http";
import { text } from "node:stream/consumers";
import {
	startOidcProvider,
	type TestProvider,
} from "@supportdesk/testkit/oidc-provider.ts";
import { createVisitor } from "@supportdesk/testkit/oidc-visitor.ts";
import {
	afterAll,
	beforeAll,
	describe,
	expect,
	it,
	onTestFinished,
} from "vitest";
import { createAccount, type TestAccount } from "./accounts.ts";
import { type Gateway, startGateway, testConfig } from "./gateway.ts";

const MINUTE_MS = 60_000;
const PAGE = { "Sec-Fetch-Mode": "navigate" };

/** As a browser opens a page: `fetch` has no such mode. */
async function open(url: string, headers: Record<string, string>) {
	const request = get(url, { headers, agent: false });
	const [response] = (await once(request, "response")) as [IncomingMessage];
	return {
		status: response.statusCode,
		location: response.headers.location!,
		cookies: response.headers["set-cookie"] ?? [],
		text: await text(response),
	};
}

let provider: TestProvider;
let gateway: Gateway;
let nowMs = 0;
beforeAll(async () => {
	provider = await startOidcProvider();
	gateway = await startGateway({
		env: provider.env,
		overrides: { accounts: undefined, now: () => Date.now() + nowMs },
	});
}, 30_000);
afterAll(async () => {
	await gateway?.stop();
	await provider?.kill();
});

let people = 0;
/** A person of the provider with an address. Returns the provider's id. */
async function createPerson(email: string, isVerified = true): Promise<string> {
	people += 1;
	const sub = `person-${people}`;
	await provider.setPerson(sub, { email, email_verified: isVerified });
	return sub;
}

/** A browser that begins to sign in: where it is sent, and its cookie. */
async function begin(query = "") {
	const url = `${gateway.url}/auth/oidc${query}`;
	const { location, cookies } = await open(url, PAGE);
	const [set = ""] = cookies;
	return { location, cookie: set.slice(0, set.indexOf(";")), set };
}

/** What the browser gets where the provider has led it back to. */
const comeBack = (callback: string, cookie: string, headers = PAGE) =>
	open(callback, { ...headers, Cookie: cookie });

async function signIn(person: string | undefined, query = "") {
	const { location, cookie } = await begin(query);
	const callback = await createVisitor(provider.issuer).signIn(
		location,
		person,
	);
	return { callback, cookie, ...(await comeBack(callback, cookie)) };
}

/** Reads with the session's cookie among these. */
async function sessionIn(cookies: readonly string[]) {
	const set = cookies.find((each) => each.includes("supportdesk_session="));
	const Cookie = set?.slice(0, set.indexOf(";")) ?? "";
	const headers = { Cookie };
	const { json } = await gateway.send("GET", "/auth/session", {
		headers,
		key: null,
	});
	const sessions = await gateway.send("GET", "/auth/sessions", {
		headers,
		key: null,
	});
	return { ...json, method: sessions.json.data?.[0]?.method };
}

/** Signs out of a session opened at the provider. Returns the query of the address that the browser goes to. */
async function signOut(
	{ url, send }: Pick<Gateway, "url" | "send">,
	cookies: readonly string[],
) {
	const [set = ""] = cookies;
	const headers = { Cookie: set.slice(0, set.indexOf(";")), Origin: url };
	const session = await send("GET", "/auth/session", { headers, key: null });
	const { json } = await send("POST", "/auth/sign-out", {
		headers: { ...headers, "X-CSRF-Token": session.json.csrf_token },
		key: null,
	});
	const address = new URL(json.provider_url);
	expect(address.href).toMatch(new RegExp(`^${provider.issuer}/session/end`));
	return Object.fromEntries(address.searchParams);
}

async function eventsOf({ agentId }: TestAccount): Promise<string[]> {
	const { rows } = await gateway.database.admin.query(
		"select type from gateway.audit_events where agent_id = $1",
		[agentId],
	);
	// Events of one millisecond have no order.
	return rows.map(({ type }) => type).sort();
}

it("shows the console which ways to sign in there are", async () => {
	const { json } = await gateway.send("GET", "/auth/methods", { key: null });
	expect(json).toEqual({
		password: true,
		oidc: { name: null, path: "/auth/oidc" },
	});
	const without = await startGateway();
	onTestFinished(() => without.stop());
	const { json: other } = await without.send("GET", "/auth/methods", {
		key: null,
	});
	expect(other).toEqual({ password: true, oidc: null });
	expect((await without.send("GET", "/auth/oidc", { key: null })).status).toBe(
		404,
	);
});

it("sends the browser to the provider with PKCE, state and nonce", async () => {
	const { location, set } = await begin();
	const url = new URL(location);
	expect(url.href).toMatch(new RegExp(`^${provider.issuer}/`));
	expect(Object.fromEntries(url.searchParams)).toEqual({
		client_id: "support-desk",
		response_type: "code",
		scope: "openid email",
		redirect_uri: `${gateway.url}/auth/oidc/callback`,
		code_challenge_method: "S256",
		code_challenge: expect.stringMatching(/^[\w-]{43}$/),
		state: expect.stringMatching(/^[\w-]{43}$/),
		nonce: expect.stringMatching(/^[\w-]{43}$/),
	});
	expect(set).toMatch(
		/^__Host-supportdesk_oidc=[\w-]+; Max-Age=600; Path=\/; Secure; HttpOnly; SameSite=Lax$/,
	);
	expect(set).not.toContain(url.searchParams.get("state"));
});

it("opens the session of the account with the verified address, at the wanted page", async () => {
	const account = await createAccount(gateway.database, {
		role: "agent",
		password: null,
	});
	const person = await createPerson(account.email.toUpperCase());
	const done = await signIn(person, "?return_to=/inbox/all%3Fq%3D1");
	expect([done.status, done.location]).toEqual([303, "/inbox/all?q=1"]);
	expect(done.cookies).toEqual([
		expect.stringMatching(/^__Host-supportdesk_session=[\w-]{43}; Max-Age=25/),
		expect.stringMatching(/^__Host-supportdesk_browser=/),
		expect.stringMatching(/^__Host-supportdesk_oidc=; Max-Age=0/),
	]);
	expect(await sessionIn(done.cookies)).toMatchObject({
		agent_id: account.agentId,
		role: "agent",
		method: "oidc",
	});
	expect(await eventsOf(account)).toEqual(["provider_linked", "signed_in"]);
});

it("leads back to a page whose address was not encoded", async () => {
	const account = await createAccount(gateway.database);
	const person = await createPerson(account.email);
	for (const [page, encoded] of [
		["/inbox/all?q=日本 é", "/inbox/all?q=%E6%97%A5%E6%9C%AC%20%C3%A9"],
		["/.//host.example", "/.//host.example"],
	] as const) {
		const query = `?return_to=${encodeURIComponent(page)}`;
		const done = await signIn(person, query);
		expect([done.status, done.location]).toEqual([303, encoded]);
	}
});

it("knows a person by the provider's id from then on, not by an address", async () => {
	const one = await createAccount(gateway.database);
	const other = await createAccount(gateway.database);
	const person = await createPerson(one.email);
	await signIn(person);
	// The person's address at the provider is now that of another agent.
	await provider.setPerson(person, { email: other.email });
	const moved = await signIn(person);
	expect((await sessionIn(moved.cookies)).agent_id).toBe(one.agentId);
	// A person who gets the address of a linked account does not get the account.
	const stranger = await signIn(await createPerson(one.email));
	expect(stranger.location).toBe("/sign-in?error=oidc_identity_mismatch");
	await expect
		.poll(() => eventsOf(one))
		.toEqual(["provider_linked", "sign_in_failed", "signed_in", "signed_in"]);
	expect(await eventsOf(other)).toEqual([]);
});

it("links an account to another person after an admin has unlinked it", async () => {
	const account = await createAccount(gateway.database, { role: "agent" });
	const [one, other] = [
		await createPerson(account.email),
		await createPerson(account.email),
	];
	await signIn(one);
	const path = `/v1/accounts/${account.agentId}`;
	const isLinked = async () =>
		(await gateway.send("GET", path)).json.provider_linked;
	expect(await isLinked()).toBe(true);
	const unlinked = await gateway.send("DELETE", `${path}/provider`);
	expect(unlinked.json.provider_linked).toBe(false);
	expect((await signIn(other)).location).toBe("/");
	expect((await signIn(one)).location).toBe(
		"/sign-in?error=oidc_identity_mismatch",
	);
	expect(await isLinked()).toBe(true);
});

it("links an account to one of two people who come at the same time", async () => {
	const account = await createAccount(gateway.database);
	const done = await Promise.all(
		[1, 2].map(async () => signIn(await createPerson(account.email))),
	);
	expect(done.map(({ location }) => location).sort()).toEqual([
		"/",
		"/sign-in?error=oidc_identity_mismatch",
	]);
});

it.each([
	["an address that is not verified", "oidc_email_unverified", false, true],
	["an address of no account", "oidc_account_not_found", true, false],
])("refuses %s", async (_what, code, isVerified, isKnown) => {
	const account = await createAccount(gateway.database);
	const email = isKnown ? account.email : "stranger@support.example";
	const done = await signIn(await createPerson(email, isVerified));
	expect(done.location).toBe(`/sign-in?error=${code}`);
	expect(done.cookies).toEqual([]);
	await expect
		.poll(() => eventsOf(account))
		.toEqual(isKnown ? ["sign_in_failed"] : []);
});

it("refuses a person without an address", async () => {
	const { location } = await signIn("a person without one");
	expect(location).toBe("/sign-in?error=oidc_email_unverified");
});

it("refuses a deactivated agent", async () => {
	const account = await createAccount(gateway.database);
	const person = await createPerson(account.email);
	await signIn(person);
	await gateway.database.admin.query(
		"update gateway.accounts set deactivated_at = now() where agent_id = $1",
		[account.agentId],
	);
	const { location } = await signIn(person);
	expect(location).toBe("/sign-in?error=oidc_account_not_found");
});

it("asks for no second factor of its own: the provider has asked", async () => {
	const account = await createAccount(gateway.database);
	await gateway.database.admin.query(
		"update gateway.accounts set second_factor_secret = 'x', second_factor_confirmed = true where agent_id = $1",
		[account.agentId],
	);
	expect((await signIn(await createPerson(account.email))).location).toBe("/");
});

it("signs in to the named one of several workspaces", async () => {
	const workspaceId = await gateway.database.createWorkspace();
	const email = "several@support.example";
	const here = await createAccount(gateway.database, { email });
	const there = await createAccount(gateway.database, { email, workspaceId });
	const person = await createPerson(email);
	for (const each of [here, there, here]) {
		const query = `?workspace_id=${each.workspaceId}`;
		const { cookies } = await signIn(person, query);
		expect((await sessionIn(cookies)).agent_id).toBe(each.agentId);
	}
});

it("signs in to no other workspace than that of OIDC_WORKSPACE", async () => {
	const { database } = gateway;
	const workspaceId = await database.createWorkspace();
	const email = "restricted@support.example";
	const inside = await createAccount(database, { email, workspaceId });
	const outside = await createAccount(database, { email });
	const person = await createPerson(email);
	// It is linked outside already.
	await signIn(person, `?workspace_id=${outside.workspaceId}`);
	const restricted = await startGateway({
		database,
		env: { ...provider.env, OIDC_WORKSPACE: workspaceId },
		overrides: { accounts: undefined },
	});
	onTestFinished(() => restricted.stop());
	const path = `/auth/oidc?workspace_id=${outside.workspaceId}`;
	const { location, cookies } = await open(restricted.url + path, PAGE);
	const visitor = createVisitor(provider.issuer);
	const callback = await visitor.signIn(location, person);
	const done = await comeBack(callback, cookies[0]!.split(";")[0]!);
	expect((await sessionIn(done.cookies)).agent_id).toBe(inside.agentId);
});

describe("signing out", () => {
	const account = () =>
		createAccount(gateway.database, { role: "agent", password: null });

	it("shows the provider the ID token, which the database does not", async () => {
		const { email, agentId } = await account();
		const person = await createPerson(email);
		const { cookies } = await signIn(person);
		const { rows } = await gateway.database.admin.query(
			"select id_token from gateway.sessions where agent_id = $1",
			[agentId],
		);
		const { id_token_hint: hint, ...rest } = await signOut(gateway, cookies);
		const [, claims = ""] = hint!.split(".");
		const shown = JSON.parse(Buffer.from(claims, "base64url").toString());
		expect(shown).toMatchObject({ sub: person, aud: "support-desk" });
		expect(rest).toEqual({ client_id: "support-desk" });
		const stored = Buffer.from(rows[0].id_token, "base64url").toString(
			"latin1",
		);
		expect(rows[0].id_token + stored).not.toMatch(/eyJ/);
	});

	it("leads back to the console where its address is registered", async () => {
		const returning = await startGateway({
			database: gateway.database,
			env: { ...provider.env, OIDC_RETURN_AFTER_SIGN_OUT: "true" },
			overrides: { accounts: undefined },
		});
		onTestFinished(() => returning.stop());
		const { cookies } = await signIn(
			await createPerson((await account()).email),
		);
		expect(await signOut(returning, cookies)).toMatchObject({
			id_token_hint: expect.any(String),
			post_logout_redirect_uri: `${returning.url}/sign-in`,
		});
	});

	it("works for a session of an earlier version, without an ID token", async () => {
		const { email, agentId } = await account();
		const { cookies } = await signIn(await createPerson(email));
		await gateway.database.admin.query(
			"update gateway.sessions set id_token = null where agent_id = $1",
			[agentId],
		);
		expect(await signOut(gateway, cookies)).toEqual({
			client_id: "support-desk",
		});
	});
});

it("refuses what the provider refuses", async () => {
	const { location } = await signIn(undefined);
	expect(location).toBe("/sign-in?error=oidc_refused");
});

it("opens no session twice for one response", async () => {
	const account = await createAccount(gateway.database);
	const done = await signIn(await createPerson(account.email));
	// The browser has forgotten the cookie; one that was kept meets a code that the provider takes once.
	for (const [cookie, code] of [
		["", "oidc_state_mismatch"],
		[done.cookie, "oidc_response_invalid"],
	] as const) {
		const again = await comeBack(done.callback, cookie);
		expect(again.location).toBe(`/sign-in?error=${code}`);
		expect(again.cookies).toEqual([]);
	}
});

it.each([
	["state", "x".repeat(43), "oidc_state_mismatch"],
	["iss", "https://another.example", "oidc_response_invalid"],
	["code", "x".repeat(43), "oidc_response_invalid"],
])("refuses another %s in the response", async (name, value, code) => {
	const account = await createAccount(gateway.database);
	const { location, cookie } = await begin();
	const visitor = createVisitor(provider.issuer);
	const person = await createPerson(account.email);
	const callback = new URL(await visitor.signIn(location, person));
	callback.searchParams.set(name, value);
	const { location: next } = await comeBack(callback.href, cookie);
	expect(next).toBe(`/sign-in?error=${code}`);
});

it.each(["nonce", "code_challenge"])(
	"refuses a response to a request with another %s",
	async (name) => {
		const account = await createAccount(gateway.database);
		const { location, cookie } = await begin();
		const request = new URL(location);
		request.searchParams.set(name, "x".repeat(43));
		const visitor = createVisitor(provider.issuer);
		const person = await createPerson(account.email);
		const callback = await visitor.signIn(request.href, person);
		const { location: next } = await comeBack(callback, cookie);
		expect(next).toBe("/sign-in?error=oidc_response_invalid");
	},
);

it("takes no response of another browser's sign-in", async () => {
	const account = await createAccount(gateway.database);
	const [mine, theirs] = [await begin(), await begin()];
	const visitor = createVisitor(provider.issuer);
	const person = await createPerson(account.email);
	const callback = await visitor.signIn(theirs.location, person);
	const { location } = await comeBack(callback, mine.cookie);
	expect(location).toBe("/sign-in?error=oidc_state_mismatch");
});

it("forgets a sign-in that took longer than ten minutes", async () => {
	const account = await createAccount(gateway.database);
	const { location, cookie } = await begin();
	const visitor = createVisitor(provider.issuer);
	const callback = await visitor.signIn(
		location,
		await createPerson(account.email),
	);
	onTestFinished(() => {
		nowMs = 0;
	});
	nowMs = 11 * MINUTE_MS;
	const { location: next } = await comeBack(callback, cookie);
	expect(next).toBe("/sign-in?error=oidc_state_mismatch");
});

it.each(["", "x", "%00", "\u00ff"])("refuses the cookie %j", async (value) => {
	const { location } = await begin();
	const visitor = createVisitor(provider.issuer);
	const callback = await visitor.signIn(location, await createPerson("a@b.c"));
	const cookie = `__Host-supportdesk_oidc=${value}`;
	const { location: next } = await comeBack(callback, cookie);
	expect(next).toBe("/sign-in?error=oidc_state_mismatch");
});

it.each([
	"https://other.example/",
	"//other.example/",
	"/\\other.example",
	"inbox",
	`/${"x".repeat(500)}`,
])("leads to no other server afterwards: %s", async (path) => {
	const query = `?return_to=${encodeURIComponent(path)}`;
	const { location } = await begin(query);
	expect(location).toBe("/sign-in?error=invalid_parameter");
});

it("answers programs with the API's errors", async () => {
	const { status, text: body } = await comeBack(
		`${gateway.url}/auth/oidc/callback?code=x&state=x`,
		"",
		{ "Sec-Fetch-Mode": "cors" },
	);
	expect(status).toBe(401);
	expect(JSON.parse(body).error).toMatchObject({
		type: "authentication_error",
		code: "oidc_state_mismatch",
	});
});

it("says so while the provider does not respond, and works again afterwards", async () => {
	const account = await createAccount(gateway.database);
	const { location, cookie } = await begin();
	const visitor = createVisitor(provider.issuer);
	const person = await createPerson(account.email);
	const callback = await visitor.signIn(location, person);
	provider.freeze();
	const late = await comeBack(callback, cookie);
	provider.thaw();
	expect(late.location).toBe("/sign-in?error=oidc_unavailable");
	await provider.kill();
	const refused = await comeBack(callback, cookie);
	expect(refused.location).toBe("/sign-in?error=oidc_unavailable");
	await provider.start();
	expect((await signIn(await createPerson(account.email))).location).toBe("/");
}, 20_000);

it("names in the log what the provider says of a wrong secret", async () => {
	const other = await startGateway({
		database: gateway.database,
		env: { ...provider.env, OIDC_CLIENT_SECRET: "another secret" },
		overrides: { accounts: undefined },
	});
	onTestFinished(() => other.stop());
	const begun = await open(`${other.url}/auth/oidc`, PAGE);
	const callback = await createVisitor(provider.issuer).signIn(
		begun.location,
		await createPerson("wrong-secret@acme.example"),
	);
	const [cookie = ""] = begun.cookies;
	const { location } = await comeBack(callback, cookie.split(";")[0]!);
	expect(location).toBe("/sign-in?error=oidc_response_invalid");
	expect(other.lines.join("")).toMatch(
		/invalid_client.*"sign-in at the provider failed"/,
	);
});

it("writes no token, code or cookie to the log", () => {
	const log = gateway.lines.join("");
	expect(log).toContain("sign-in at the provider failed");
	expect(log).not.toMatch(/eyJ|code=|supportdesk_oidc=[\w-]{20}/);
});

it.each([
	[{ OIDC_ISSUER: "https://login.example" }, "OIDC_CLIENT_ID"],
	[{ OIDC_CLIENT_ID: "support-desk" }, "OIDC_ISSUER"],
	[{ OIDC_ISSUER: "http://login.example", OIDC_CLIENT_ID: "x" }, "OIDC_ISSUER"],
	[{ OIDC_SCOPES: "email" }, "OIDC_SCOPES"],
	[{ OIDC_WORKSPACE: "acme" }, "OIDC_WORKSPACE"],
])("does not start with the settings %j", (env, named) => {
	expect(() => testConfig("postgresql://127.0.0.1/x", {}, env)).toThrow(named);
});

it("starts without the provider, and finds it when it is there", async () => {
	const away = await startOidcProvider();
	await away.kill();
	const other = await startGateway({
		env: away.env,
	});
	onTestFinished(() => other.stop());
	const begin = () => open(`${other.url}/auth/oidc`, PAGE);
	expect((await begin()).location).toBe("/sign-in?error=oidc_unavailable");
	await away.start();
	onTestFinished(() => away.kill());
	expect((await begin()).location).toContain(away.issuer);
});
