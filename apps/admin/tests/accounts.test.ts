import { rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import type { TestDatabase } from "@supportdesk/testkit/database.ts";
import { makeTempFolder } from "@supportdesk/testkit/temp-folder.ts";
import type pg from "pg";
import { beforeAll, expect, it } from "vitest";
import {
	type CommandLine,
	supportdesk,
	useInstallation,
} from "./installation.ts";

let agent: string;
let admin: pg.Client;
let cli: CommandLine;
let database: TestDatabase;

useInstallation((given) => {
	({ admin, cli, database } = given);
});
beforeAll(async () => {
	await cli.runJson("workspaces", "create", "--name", "Acme");
	const options = ["--name", "Ana", "--email", "Ana@acme.example"];
	agent = (await cli.runJson("agents", "create", ...options)).id;
});

const agents = (command: string, ...options: string[]) =>
	cli.runJson("agents", command, "--agent", agent, ...options);

it("refuses to change an account that is not there", async () => {
	const refused = await cli.run(
		...["agents", "set-role", "--agent", agent, "--role", "admin"],
	);
	expect(refused.code).toBe(1);
	expect(refused.err).toContain("make one with `agents invite`");
});

it("prints an invitation, which replaces the one before", async () => {
	const options = ["--role", "admin", "--url", "https://desk.acme.example/"];
	await agents("invite", ...options);
	expect(await agents("invite", ...options)).toEqual({
		agent_id: agent,
		email: "Ana@acme.example",
		role: "admin",
		url: expect.stringMatching(
			/^https:\/\/desk\.acme\.example\/accept-invitation#link=[\w-]{43}$/,
		),
		expires_at: expect.stringMatching(/Z$/),
	});
	const { rows } = await admin.query(
		"select purpose, used_at from gateway.account_links",
	);
	expect(rows).toEqual([{ purpose: "invitation", used_at: null }]);
});

it("prints a link that signs in", async () => {
	const { url } = await agents("sign-in-link");
	expect(url).toMatch(/^http:\/\/127\.0\.0\.1:8080\/sign-in#link=/);
});

it("leads to PUBLIC_URL, or to where the running installation is", async () => {
	const folder = makeTempFolder("console-url");
	writeFileSync(
		join(folder, "standalone.json"),
		JSON.stringify({
			database_url: database.url,
			console_url: "http://127.0.0.1:9090",
		}),
	);
	const running = { SUPPORTDESK_DATA: folder };
	for (const [env, address] of [
		[running, "http://127.0.0.1:9090"],
		[
			{ ...running, PUBLIC_URL: "https://desk.acme.example" },
			"https://desk.acme.example",
		],
	] as const) {
		const line = ["agents", "sign-in-link", "--agent", agent];
		const { out } = await supportdesk(env, ...line);
		expect(out).toContain(`${address}/sign-in#link=`);
	}
	rmSync(folder, { recursive: true });
});

it("gives an account that exists the role that an invitation names", async () => {
	expect(await agents("invite", "--role", "agent")).toMatchObject({
		role: "agent",
	});
	expect(await agents("invite")).toMatchObject({ role: "agent" });
	expect(await agents("invite", "--role", "admin")).toMatchObject({
		role: "admin",
	});
	expect(await agents("sign-in-link")).toMatchObject({ role: "admin" });
	const { rows } = await admin.query("select role from gateway.accounts");
	expect(rows).toEqual([{ role: "admin" }]);
});

it("changes a role and resets a second factor", async () => {
	await admin.query(
		"update gateway.accounts set second_factor_secret = 'x', second_factor_confirmed = true",
	);
	expect(await agents("set-role", "--role", "agent")).toMatchObject({
		role: "agent",
		second_factor: true,
	});
	expect(await agents("reset-second-factor")).toMatchObject({
		second_factor: false,
	});
	const { rows } = await admin.query(
		"select role, second_factor_secret from gateway.accounts",
	);
	expect(rows).toEqual([{ role: "agent", second_factor_secret: null }]);
});

it("unlinks an account from the provider", async () => {
	await admin.query(
		`insert into gateway.account_identities (workspace_id, agent_id, issuer, subject, created_at)
		 select workspace_id, agent_id, 'https://login.example', '1', now()
		   from gateway.accounts`,
	);
	expect(await agents("unlink-provider")).toMatchObject({
		agent_id: agent,
		provider_linked: false,
	});
	const { rows } = await admin.query("select from gateway.account_identities");
	expect(rows).toEqual([]);
});

it("keeps the last admin who can sign in", async () => {
	await admin.query(
		"update gateway.accounts set role = 'admin', last_sign_in_at = now()",
	);
	for (const line of [
		["set-role", "--agent", agent, "--role", "agent"],
		["invite", "--agent", agent, "--role", "agent"],
		["deactivate", agent],
	]) {
		const refused = await cli.run("agents", ...line);
		expect(refused.code).toBe(1);
		expect(refused.err).toContain("last admin");
	}
	await admin.query("update gateway.accounts set last_sign_in_at = null");
});

it("ends the sessions of a deactivated agent", async () => {
	await admin.query(
		`insert into gateway.sessions (workspace_id, id, agent_id, token_hash, method, user_agent, address, created_at, last_used_at, expires_at)
		 select workspace_id, 'ses_1', agent_id, repeat('0', 64), 'link', '', '', now(), now(), now() + interval '1 day'
		   from gateway.accounts`,
	);
	await cli.runJson("agents", "deactivate", agent);
	for (const table of ["sessions", "account_links"]) {
		const { rows } = await admin.query(`select from gateway.${table}`);
		expect(rows).toEqual([]);
	}
	await cli.expectRefusal(
		`The agent ${agent} is deactivated.`,
		...["agents", "sign-in-link", "--agent", agent],
	);
});

it("names what is wrong", async () => {
	const invite = ["agents", "invite", "--agent"];
	await cli.expectRefusal(
		"There is no role owner: agent and admin are.",
		...[...invite, agent, "--role", "owner"],
	);
	await cli.expectRefusal(
		"desk is not an address of http or https.",
		...[...invite, agent, "--url", "desk"],
	);
	const refused = await cli.run(...invite, "usr_unknown");
	expect(refused.err).toContain("usr_unknown is not an agent");
});
