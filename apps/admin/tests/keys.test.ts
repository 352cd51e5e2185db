import { hashApiKey, isWellFormedApiKey } from "@supportdesk/keys/api-key.ts";
import { SCOPES } from "@supportdesk/keys/scopes.ts";
import type { TestDatabase } from "@supportdesk/testkit/database.ts";
import pg from "pg";
import { beforeAll, expect, it } from "vitest";
import {
	type CommandLine,
	supportdesk,
	useInstallation,
} from "./installation.ts";

let workspace: string;
let agent: string;
let database: TestDatabase;
let admin: pg.Client;
let cli: CommandLine;

useInstallation((given) => {
	({ database, admin, cli } = given);
});
beforeAll(async () => {
	workspace = (await cli.runJson("workspaces", "create", "--name", "Acme")).id;
	agent = (
		await cli.runJson(
			"agents",
			"create",
			"--name",
			"Ana Ruiz",
			"--email",
			"ana@acme.example",
		)
	).id;
});

const createKey = (...changes: string[]) => [
	"keys",
	"create",
	"--owner",
	agent,
	"--plan",
	"growth",
	"--scopes",
	"tickets:read",
	...changes,
];
it("creates a key, prints its secret once and stores only its hash", async () => {
	const key = await cli.runJson(
		...createKey(
			"--expires-at",
			"2099-01-31",
			"--per-minute",
			"5",
			"--per-day",
			"unlimited",
		),
	);
	expect(isWellFormedApiKey(key.secret)).toBe(true);
	expect(key).toMatchObject({
		owner_id: agent,
		plan: "growth",
		scopes: ["tickets:read"],
		expires_at: "2099-01-31T00:00:00.000Z",
		per_minute: 5,
		per_day: "unlimited",
		burst: null,
		revoked_at: null,
		owner_deactivated_at: null,
		last_used_at: null,
	});
	const { rows } = await admin.query(
		"select * from gateway.api_keys where id = $1",
		[key.id],
	);
	expect(rows).toMatchObject([
		{
			key_hash: hashApiKey(key.secret),
			workspace_id: workspace,
			per_day: -1,
		},
	]);
	expect(JSON.stringify(rows)).not.toContain(key.secret);

	const listed = await cli.run("keys", "list", "--json");
	expect(listed.out).toContain(key.id);
	expect(listed.out).not.toMatch(new RegExp(`${key.secret}|key_hash`));
});

it("changes only the given options, revokes permanently, and notifies the gateways each time", async () => {
	const listener = new pg.Client(database.url);
	await listener.connect();
	const notifications: (string | undefined)[] = [];
	listener.on("notification", ({ payload }) => notifications.push(payload));
	await listener.query("listen api_keys");
	const { id, secret } = await cli.runJson(
		...createKey("--burst", "7", "--concurrent", "3"),
	);

	expect(
		await cli.runJson(
			"keys",
			"update",
			id,
			"--plan",
			"scale",
			"--burst",
			"default",
			"--scopes",
			"all",
		),
	).toMatchObject({
		plan: "scale",
		burst: null,
		concurrent: 3,
		scopes: SCOPES,
	});
	const { revoked_at } = await cli.runJson("keys", "revoke", id);
	expect(Date.parse(revoked_at)).toBeGreaterThan(Date.now() - 60_000);
	expect(await cli.runJson("keys", "revoke", id)).toMatchObject({ revoked_at });
	await cli.expectRefusal(
		`The key ${id} is revoked.`,
		"keys",
		"update",
		id,
		"--plan",
		"starter",
	);
	await expect
		.poll(() => notifications)
		.toEqual([hashApiKey(secret), hashApiKey(secret), hashApiKey(secret)]);
	await listener.end();
});
it("names a key and gives it another secret, beside which the old one is kept for some hours", async () => {
	const { id, secret } = await cli.runJson(...createKey("--name", "Orders"));
	const rotated = await cli.runJson(
		"keys",
		"rotate",
		id,
		"--keep-old-for",
		"2",
	);
	expect(rotated).toMatchObject({ id, name: "Orders", plan: "growth" });
	expect(isWellFormedApiKey(rotated.secret)).toBe(true);
	const { rows } = await admin.query(
		`select k.key_hash, s.key_hash as earlier, extract(epoch from s.valid_until - now())::int as seconds
		   from gateway.api_keys k
		   join gateway.earlier_key_secrets s on s.api_key_id = k.id
		  where k.id = $1`,
		[id],
	);
	expect(rows).toMatchObject([
		{ key_hash: hashApiKey(rotated.secret), earlier: hashApiKey(secret) },
	]);
	expect(rows[0].seconds).toBeGreaterThan(7_100);
	await cli.expectRefusal(
		'"200" is not a whole number of hours from 0 to 168.',
		...["keys", "rotate", id, "--keep-old-for", "200"],
	);
});

it.each([
	[
		["--owner", "usr_none"],
		"usr_none is not an agent of the workspace <workspace>.",
	],
	[
		["--plan", "gold"],
		'There is no plan "gold"; the plans are starter, growth, scale, enterprise.',
	],
	[
		["--expires-at", "2020-01-01"],
		"2020-01-01 has passed: a key expires in the future.",
	],
])("refuses a key with %j", async (changes, sentence) => {
	await cli.expectRefusal(
		sentence.replace("<workspace>", workspace),
		...createKey(...changes),
	);
});

it("accepts a plan that only this installation configures", async () => {
	const env = { DATABASE_URL: database.url, PLANS: '{"gold":{"perMinute":9}}' };
	const made = await supportdesk(env, ...createKey("--plan", "gold", "--json"));
	expect(JSON.parse(made.out)).toMatchObject({ plan: "gold" });
	expect(await supportdesk({ ...env, PLANS: "gold" }, "keys", "list")).toEqual({
		code: 1,
		out: "",
		err: "PLANS is not a JSON object of plans.\n",
	});
});

it("refuses an unknown key", () =>
	cli.expectRefusal("There is no key key_none.", "keys", "revoke", "key_none"));

it("requires --workspace when there are several, isolates them, and finds the workspace of a key", async () => {
	const other = (
		await cli.runJson("workspaces", "create", "--name", "Umbrella")
	).id;
	await cli.expectRefusal(
		"There are several workspaces: say which with --workspace (`workspaces list` shows them).",
		"agents",
		"list",
	);
	const [first] = await cli.runJson("workspaces", "list");
	const [ana] = await cli.runJson("agents", "list", "--workspace", first.id);
	expect(await cli.runJson("agents", "list", "--workspace", other)).toEqual([]);
	const foreignOwner = [
		"keys",
		"create",
		"--workspace",
		other,
		"--owner",
		ana.id,
		"--plan",
		"starter",
		"--scopes",
		"all",
	];
	await cli.expectRefusal(
		`${ana.id} is not an agent of the workspace ${other}.`,
		...foreignOwner,
	);

	const bo = await cli.runJson(
		"agents",
		"create",
		"--workspace",
		other,
		"--name",
		"Bo",
		"--email",
		ana.email,
	);
	const key = await cli.runJson(
		"keys",
		"create",
		"--workspace",
		other,
		"--owner",
		bo.id,
		"--plan",
		"starter",
		"--scopes",
		"all",
	);
	expect(await cli.runJson("keys", "revoke", key.id)).toMatchObject({
		workspace_id: other,
	});
});
