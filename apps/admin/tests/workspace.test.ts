import type pg from "pg";
import { beforeAll, expect, it } from "vitest";
import { type CommandLine, useInstallation } from "./installation.ts";

let workspace: string;
let agent: string;
let admin: pg.Client;
let cli: CommandLine;

useInstallation((given) => {
	({ admin, cli } = given);
});
beforeAll(async () => {
	await cli.expectRefusal(
		"There is no workspace yet: make one with `workspaces create --name`.",
		"agents",
		"list",
	);
	workspace = (await cli.runJson("workspaces", "create", "--name", " Acme "))
		.id;
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

it("registers a new workspace with every service", async () => {
	expect(workspace).toMatch(/^wsp_[0-9a-hjkmnp-tv-z]{26}$/);
	for (const schema of ["gateway", "tickets", "knowledge"]) {
		const { rows } = await admin.query(`select id from ${schema}.workspaces`);
		expect(rows).toEqual([{ id: workspace }]);
	}
	expect(await cli.runJson("workspaces", "list")).toEqual([
		{
			id: workspace,
			name: "Acme",
			deactivated_at: null,
			created_at: expect.stringMatching(/^\d{4}-\d\d-\d\dT.*Z$/),
		},
	]);
});

it("shows and changes a workspace's settings", async () => {
	const settings = (...options: string[]) =>
		cli.runJson("workspaces", "settings", ...options);
	const at = (pending_after_reply: boolean) => ({
		id: workspace,
		pending_after_reply,
	});
	expect(await settings()).toEqual(at(false));
	expect(await settings("--pending-after-reply", "on")).toEqual(at(true));
	expect(await settings()).toEqual(at(true));
	expect(await settings("--pending-after-reply", "off")).toEqual(at(false));
});

it("adds agents, and prints them as a table", async () => {
	const table = (
		await cli.run("agents", "list", "--workspace", workspace)
	).out.split("\n");
	expect(table[0]).toMatch(/^ID +Name +E-mail +Deactivated +Created$/);
	expect(table[1]).toMatch(
		new RegExp(`^${agent} +Ana Ruiz +ana@acme\\.example +– +\\S+Z$`),
	);
	expect(table).toHaveLength(3);
});

it("adds groups and attributes", async () => {
	const group = await cli.runJson(
		"groups",
		"create",
		"--workspace",
		workspace,
		"--name",
		"Billing",
	);
	expect(group).toMatchObject({
		id: expect.stringMatching(/^grp_/),
		workspace_id: workspace,
		name: "Billing",
	});
	expect(await cli.runJson("groups", "list")).toEqual([group]);

	const region = await cli.runJson(
		"attributes",
		"define",
		"--key",
		"region",
		"--type",
		"enum",
		"--values",
		"emea, apac,emea",
	);
	expect(region).toMatchObject({
		key: "region",
		type: "enum",
		values: ["emea", "apac"],
	});
	const seats = await cli.runJson(
		"attributes",
		"define",
		"--key",
		"seats",
		"--type",
		"number",
	);
	expect(await cli.runJson("attributes", "list")).toEqual([region, seats]);
});

it.each([
	[
		"The workspace has an agent with the address ANA@acme.example already.",
		"agents",
		"create",
		"--name",
		"Ana",
		"--email",
		"ANA@acme.example",
	],
	[
		'"ana" is not an e-mail address like ana@example.com.',
		"agents",
		"create",
		"--name",
		"Ana",
		"--email",
		"ana",
	],
	[
		"The workspace has a group billing already.",
		"groups",
		"create",
		"--name",
		"billing",
	],
	[
		"The workspace has an attribute region already.",
		"attributes",
		"define",
		"--key",
		"region",
		"--type",
		"string",
	],
	[
		"There is no workspace wsp_none.",
		"groups",
		"list",
		"--workspace",
		"wsp_none",
	],
])("says: %s", (sentence, ...command) =>
	cli.expectRefusal(sentence, ...command),
);

it("has the tickets service know of a deactivation, so that it reads no more mail", async () => {
	const deactivations = async () => {
		const { rows } = await admin.query(
			"select deactivated_at from tickets.workspaces",
		);
		return rows.map(({ deactivated_at }) => deactivated_at);
	};
	await cli.runJson("workspaces", "deactivate", workspace);
	expect(await deactivations()).toEqual([expect.any(Date)]);
	await cli.runJson("workspaces", "reactivate", workspace);
	expect(await deactivations()).toEqual([null]);
});
