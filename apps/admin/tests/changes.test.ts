import { hashApiKey } from "@supportdesk/keys/api-key.ts";
import type { TestDatabase } from "@supportdesk/testkit/database.ts";
import pg from "pg";
import { beforeAll, expect, it, onTestFinished } from "vitest";
import { type CommandLine, useInstallation } from "./installation.ts";

const MOMENT = expect.stringMatching(/^\d{4}-\d\d-\d\dT.*Z$/);

let database: TestDatabase;
let cli: CommandLine;
let ids: { workspace: string; agent: string; group: string; key: string };
let secret: string;

useInstallation((given) => {
	({ database, cli } = given);
});
beforeAll(async () => {
	const create = async (...args: string[]) => (await cli.runJson(...args)).id;
	const workspace = await create("workspaces", "create", "--name", "Acme");
	const agent = await create(
		...["agents", "create", "--name", "Ana", "--email", "ana@acme.example"],
	);
	const group = await create("groups", "create", "--name", "Billing");
	await create("groups", "create", "--name", "Shipping");
	const key = await cli.runJson(
		...["keys", "create", "--owner", agent],
		...["--plan", "growth", "--scopes", "all"],
	);
	ids = { workspace, agent, group, key: key.id };
	secret = key.secret;
});

it.each(["workspace", "agent", "group"] as const)(
	"renames, deactivates and reactivates a %s",
	async (noun) => {
		const id = ids[noun];
		const list = async () =>
			(await cli.runJson(`${noun}s`, "list")).find(
				(each: { id: string }) => each.id === id,
			);
		const renamed = await cli.runJson(
			...[`${noun}s`, "rename", id, "--name", " Other name "],
		);
		expect(renamed).toMatchObject({ name: "Other name", deactivated_at: null });

		const deactivated = await cli.runJson(`${noun}s`, "deactivate", id);
		expect(deactivated).toEqual({ ...renamed, deactivated_at: MOMENT });
		expect(await list()).toEqual(deactivated);
		expect(await cli.runJson(`${noun}s`, "deactivate", id)).toEqual(
			deactivated,
		);
		const { out } = await cli.run(`${noun}s`, "list");
		expect(out).toContain(deactivated.deactivated_at);

		const reactivated = await cli.runJson(`${noun}s`, "reactivate", id);
		expect(reactivated).toEqual(renamed);
		expect(await list()).toEqual(renamed);
	},
);

it.each(["workspace", "agent"] as const)(
	"notifies the gateways of the keys of a deactivated and of a reactivated %s",
	async (noun) => {
		const listener = new pg.Client(database.url);
		await listener.connect();
		onTestFinished(() => listener.end());
		const notifications: (string | undefined)[] = [];
		listener.on("notification", ({ payload }) => notifications.push(payload));
		await listener.query("listen api_keys");
		await cli.runJson(`${noun}s`, "deactivate", ids[noun]);
		await cli.runJson(`${noun}s`, "reactivate", ids[noun]);
		await expect
			.poll(() => notifications)
			.toEqual([hashApiKey(secret), hashApiKey(secret)]);
	},
);

it("marks the keys of a deactivated agent, and creates none for it", async () => {
	const keyOf = async () => (await cli.runJson("keys", "list"))[0];
	await cli.runJson("agents", "deactivate", ids.agent);
	expect(await keyOf()).toMatchObject({ owner_deactivated_at: MOMENT });
	await cli.expectRefusal(
		`The agent ${ids.agent} is deactivated.`,
		...["keys", "create", "--owner", ids.agent],
		...["--plan", "growth", "--scopes", "all"],
	);
	await cli.runJson("agents", "reactivate", ids.agent);
	expect(await keyOf()).toMatchObject({ owner_deactivated_at: null });
});

it("adds nothing to a deactivated workspace", async () => {
	const { workspace, agent } = ids;
	await cli.runJson("workspaces", "deactivate", workspace);
	for (const command of [
		["agents", "create", "--name", "Bo", "--email", "bo@acme.example"],
		["groups", "create", "--name", "Returns"],
		["attributes", "define", "--key", "color", "--type", "string"],
		[
			...["keys", "create", "--owner", agent],
			...["--plan", "growth", "--scopes", "all"],
		],
	])
		await cli.expectRefusal(
			`The workspace ${workspace} is deactivated.`,
			...command,
		);
	await cli.runJson("workspaces", "reactivate", workspace);
	expect(await cli.runJson("keys", "list")).toHaveLength(1);
});

it("shows the hour of a key's last use", async () => {
	const admin = new pg.Client(database.url);
	await admin.connect();
	onTestFinished(() => admin.end());
	await admin.query("update gateway.api_keys set last_used_at = $1", [
		"2026-11-20T09:00:00.000Z",
	]);
	expect(await cli.runJson("keys", "list")).toMatchObject([
		{ id: ids.key, last_used_at: "2026-11-20T09:00:00.000Z" },
	]);
	const { out } = await cli.run("keys", "list");
	expect(out).toContain("2026-11-20T09:00:00.000Z");
});

it.each([
	[
		"The workspace has a group shipping already.",
		() => ["groups", "rename", ids.group, "--name", "shipping"],
	],
	[
		"A name has 1 to 200 visible characters.",
		() => ["agents", "rename", ids.agent, "--name", " "],
	],
	[
		"There is no workspace wsp_none.",
		() => ["workspaces", "deactivate", "wsp_none"],
	],
] as const)("says: %s", (sentence, command) =>
	cli.expectRefusal(sentence, ...command()),
);

it("refuses an unknown agent and an unknown group", async () => {
	for (const noun of ["agent", "group"])
		await cli.expectRefusal(
			`There is no such ${noun}.`,
			`${noun}s`,
			"reactivate",
			"none",
		);
});
