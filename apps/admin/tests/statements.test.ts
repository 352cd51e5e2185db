import { created } from "@supportdesk/directory/resource-events.ts";
import { checkStore, type Samples } from "@supportdesk/pg/check-store.ts";
import type { TestDatabase } from "@supportdesk/testkit/database.ts";
import { expect, it } from "vitest";
import { COMMAND_LINE } from "../src/command-line-cause.ts";
import { useInstallation } from "./installation.ts";

const now = new Date("2026-11-20T09:30:00.000Z");
const WORKSPACE = "wsp_1";

const KEY = {
	id: "key_1",
	workspace_id: WORKSPACE,
	owner_id: "usr_1",
	key_hash: "0".repeat(64),
	masked: "sk_…",
	scopes: ["tickets:read"],
	plan: "starter",
	per_minute: null,
	burst: null,
	per_day: null,
	concurrent: null,
	expires_at: null,
	revoked_at: null,
	owner_deactivated_at: null,
	last_used_at: null,
	created_at: now.toISOString(),
};

const CHANGEABLE = {
	id: "x",
	workspace_id: WORKSPACE,
	name: "A",
	deactivated_at: null,
	created_at: now.toISOString(),
};

const SAMPLES = {
	"articles.ts": {
		queueIndexing: [[WORKSPACE, "", 10]],
		countIndexed: [[WORKSPACE, "kb_~"]],
	} satisfies Samples<typeof import("../src/store/articles.ts")>,
	"keys.ts": {
		insertKey: [[KEY]],
		listKeys: [[WORKSPACE]],
		lockKey: [[WORKSPACE, "key_1"]],
		saveKey: [[KEY]],
		saveOwnerDeactivation: [[WORKSPACE, "usr_1", null]],
		notifyKeysOf: [[WORKSPACE], [WORKSPACE, "usr_1"]],
	} satisfies Samples<typeof import("../src/store/keys.ts")>,
	"labels.ts": {
		saveLabel: [[WORKSPACE, "tkt_1", { intent: "other" }, now]],
		countLabels: [[WORKSPACE]],
	} satisfies Samples<typeof import("../src/store/labels.ts")>,
	"models.ts": {
		selectModel: [[WORKSPACE]],
		queueTraining: [[WORKSPACE]],
		selectTraining: [[WORKSPACE]],
	} satisfies Samples<typeof import("../src/store/models.ts")>,
	"workspaces.ts": {
		insertWorkspace: [[{ id: WORKSPACE, name: "W", now }]],
		listWorkspaces: [[]],
		findWorkspace: [[WORKSPACE]],
		lockWorkspace: [[WORKSPACE]],
		saveWorkspace: [[CHANGEABLE]],
	} satisfies Samples<typeof import("../src/store/workspaces.ts")>,
};

const GROUP = { ...CHANGEABLE, agent_ids: [] };

const DIRECTORY_SAMPLES = {
	"agents.ts": {
		insertAgent: [
			[{ workspaceId: WORKSPACE, id: "usr_1", name: "A", email: "a@b.c", now }],
		],
		listAgents: [[WORKSPACE]],
		lockAgent: [[WORKSPACE, "usr_1"]],
		saveAgent: [[{ ...CHANGEABLE, email: "a@b.c" }]],
	} satisfies Samples<typeof import("@supportdesk/directory/agents.ts")>,
	"attributes.ts": {
		insertAttribute: [
			[{ workspaceId: WORKSPACE, key: "k", type: "enum", values: ["a"], now }],
		],
		listAttributes: [[WORKSPACE]],
		selectAttribute: [[WORKSPACE, "k"]],
		selectAttributePage: [
			[WORKSPACE, "asc", undefined, 26],
			[WORKSPACE, "desc", "k", 26],
		],
		deleteAttribute: [[WORKSPACE, "k"]],
	} satisfies Samples<typeof import("@supportdesk/directory/attributes.ts")>,
	"events.ts": {
		insertTicketsEvent: [
			[WORKSPACE, created("group.created", GROUP, now, COMMAND_LINE)],
		],
	},
	"groups.ts": {
		insertGroup: [[{ workspaceId: WORKSPACE, id: "grp_1", name: "G", now }]],
		listGroups: [[WORKSPACE]],
		lockGroup: [[WORKSPACE, "grp_1"]],
		saveGroup: [[GROUP]],
		isGroupNameTaken: [[GROUP]],
		saveMembers: [[WORKSPACE, "grp_1", ["usr_1"]]],
		selectGroup: [[WORKSPACE, "grp_1"]],
	} satisfies Samples<typeof import("@supportdesk/directory/groups.ts")>,
};

let database: TestDatabase;
useInstallation((given) => {
	database = given.database;
});

it.each([
	["../src/store/", SAMPLES],
	["../../../packages/directory/src/store/", DIRECTORY_SAMPLES],
])(
	"reads the columns that the statements of %s return",
	async (path, samples) => {
		const folder = new URL(path, import.meta.url);
		// The command line uses several services' schemas, so its statements qualify every table name.
		const differences = await checkStore(
			database.url,
			"pg_catalog",
			folder,
			samples,
		);
		expect(differences).toEqual([]);
	},
);
