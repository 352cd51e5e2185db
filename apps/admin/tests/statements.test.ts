import { created } from "@supportdesk/directory/resource-events.ts";
import type { Key } from "@supportdesk/keys/key.ts";
import { checkStore, type Samples } from "@supportdesk/pg/check-store.ts";
import type { TestDatabase } from "@supportdesk/testkit/database.ts";
import { expect, it } from "vitest";
import { COMMAND_LINE } from "../src/command-line-cause.ts";
import { useInstallation } from "./installation.ts";

const now = new Date("2026-11-20T09:30:00.000Z");
const WORKSPACE = "wsp_1";

const KEY: Key = {
	id: "key_1",
	workspaceId: WORKSPACE,
	ownerId: "usr_1",
	name: null,
	masked: "sk_…",
	scopes: ["tickets:read"],
	plan: "starter",
	limits: { perMinute: null, burst: null, perDay: null, concurrent: null },
	apiVersion: "2026-11-22",
	expiresAt: null,
	revokedAt: null,
	ownerDeactivatedAt: null,
	lastUsedAt: null,
	createdAt: now.toISOString(),
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
	"labels.ts": {
		saveLabel: [[WORKSPACE, "tkt_1", { intent: "other" }, now]],
		countLabels: [[WORKSPACE]],
	} satisfies Samples<typeof import("../src/store/labels.ts")>,
	"models.ts": {
		selectModel: [[WORKSPACE]],
		queueTraining: [[WORKSPACE]],
		selectTraining: [[WORKSPACE]],
	} satisfies Samples<typeof import("../src/store/models.ts")>,
	"settings.ts": {
		selectSettings: [[WORKSPACE]],
		saveSettings: [[WORKSPACE, true, now]],
	},
	"workspaces.ts": {
		insertWorkspace: [[{ id: WORKSPACE, name: "W", now }]],
		listWorkspaces: [[]],
		findWorkspace: [[WORKSPACE]],
		lockWorkspace: [[WORKSPACE]],
		saveWorkspace: [[CHANGEABLE]],
	} satisfies Samples<typeof import("../src/store/workspaces.ts")>,
};

const GROUP = { ...CHANGEABLE, agent_ids: [] };

const ATTRIBUTE = {
	key: "k",
	type: "enum" as const,
	values: ["a"],
	label: "K",
	description: null,
};

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
		insertAttribute: [[{ ...ATTRIBUTE, workspaceId: WORKSPACE, now }]],
		lockAttribute: [[WORKSPACE, "k"]],
		saveAttribute: [
			[{ ...ATTRIBUTE, workspace_id: WORKSPACE, created_at: KEY.createdAt }],
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

const HASH = "0".repeat(64);

const KEYS_SAMPLES = {
	"keys.ts": {
		insertKey: [[KEY, HASH]],
		listKeys: [[WORKSPACE]],
		selectKeyPage: [
			[WORKSPACE, undefined, "asc", 26, undefined],
			[WORKSPACE, "revoked", "desc", 26, { value: KEY.createdAt, id: KEY.id }],
		],
		selectKey: [[WORKSPACE, KEY.id]],
		lockKeys: [[WORKSPACE, [KEY.id]]],
		savePlan: [[KEY]],
		saveKey: [[KEY]],
		notifyKey: [[WORKSPACE, KEY.id]],
	} satisfies Samples<typeof import("@supportdesk/keys/keys.ts")>,
	"owners.ts": {
		lockOwner: [[WORKSPACE, "usr_1"]],
		saveOwnerDeactivation: [[WORKSPACE, "usr_1", null]],
		notifyKeysOf: [[WORKSPACE], [WORKSPACE, "usr_1"]],
	} satisfies Samples<typeof import("@supportdesk/keys/owners.ts")>,
	"secrets.ts": {
		replaceSecret: [
			[KEY, { keyHash: HASH, masked: "sk_…" }, KEY.createdAt, KEY.createdAt],
		],
	},
};

const AT = now.toISOString();
const LINK = {
	workspaceId: WORKSPACE,
	agentId: "usr_1",
	purpose: "sign_in",
} as const;

const IDENTITY = { issuer: "https://login.example", subject: "1" };

const ACCOUNTS_SAMPLES = {
	"accounts.ts": {
		presentEmail: [["a@b.c"]],
		selectAccountsOf: [["a@b.c"]],
		selectAccountsOfIdentity: [[IDENTITY]],
		selectAccount: [[WORKSPACE, "usr_1"]],
		selectAccountPage: [[WORKSPACE, 26, undefined]],
		lockAccount: [[WORKSPACE, "usr_1"]],
		insertAccount: [
			[{ ...LINK, email: "a@b.c", role: "admin" as const, now: AT }],
		],
		saveRole: [[WORKSPACE, "usr_1", "agent"]],
		savePassword: [[WORKSPACE, "usr_1", "hash"]],
		saveSignIn: [[WORKSPACE, "usr_1", AT]],
		saveDeactivation: [[WORKSPACE, "usr_1", AT, "usr_2", now]],
	} satisfies Samples<typeof import("@supportdesk/accounts/accounts.ts")>,
	"admins.ts": {
		lockAdmins: [[WORKSPACE]],
	} satisfies Samples<typeof import("@supportdesk/accounts/admins.ts")>,
	"audit-events.ts": {
		insertAuditEvent: [
			[
				WORKSPACE,
				{ type: "signed_in", agentId: "usr_1", actorId: "", address: "" },
				now,
			],
		],
		selectAuditPage: [[WORKSPACE, undefined, 26, undefined]],
		purgeAuditEvents: [[WORKSPACE, now, 10]],
	} satisfies Samples<typeof import("@supportdesk/accounts/audit-events.ts")>,
	"identities.ts": {
		presentIdentity: [[IDENTITY]],
		insertIdentity: [[WORKSPACE, "usr_1", IDENTITY, AT]],
		selectIdentity: [[WORKSPACE, "usr_1", IDENTITY]],
		deleteIdentities: [[WORKSPACE, "usr_1"]],
	} satisfies Samples<typeof import("@supportdesk/accounts/identities.ts")>,
	"links.ts": {
		presentLink: [[HASH]],
		selectLinkByToken: [[HASH, AT]],
		useLink: [[WORKSPACE, HASH, AT]],
		insertLink: [[LINK, HASH, AT, AT]],
		deleteLinksOf: [[WORKSPACE, "usr_1"]],
		purgeLinks: [[WORKSPACE, now, 10]],
	} satisfies Samples<typeof import("@supportdesk/accounts/links.ts")>,
	"recovery-codes.ts": {
		replaceRecoveryCodes: [[WORKSPACE, "usr_1", [HASH]]],
		useRecoveryCode: [[WORKSPACE, "usr_1", HASH]],
	} satisfies Samples<typeof import("@supportdesk/accounts/recovery-codes.ts")>,
	"second-factors.ts": {
		saveSecondFactor: [[WORKSPACE, "usr_1", "secret", true]],
		savePeriod: [[WORKSPACE, "usr_1", 1]],
	} satisfies Samples<typeof import("@supportdesk/accounts/second-factors.ts")>,
	"sessions.ts": {
		presentSession: [[HASH]],
		selectSessionByToken: [[HASH]],
		lockSession: [[WORKSPACE, "ses_1", AT]],
		selectSessionsOf: [[WORKSPACE, "usr_1", AT]],
		insertSession: [
			[
				{
					...LINK,
					id: "ses_1",
					tokenHash: HASH,
					method: "link" as const,
					userAgent: "",
					address: "",
					createdAt: AT,
					expiresAt: AT,
					idToken: "sealed",
				},
			],
		],
		updateSessionUse: [[WORKSPACE, ["ses_1"], now]],
		endSessions: [[WORKSPACE, "usr_1"]],
		notifySessionsOf: [[WORKSPACE], [WORKSPACE, "usr_1"]],
		purgeSessions: [[WORKSPACE, now, now, 10]],
	},
};

let database: TestDatabase;
useInstallation((given) => {
	database = given.database;
});

it.each([
	["../src/store/", SAMPLES],
	["../../../packages/directory/src/store/", DIRECTORY_SAMPLES],
	["../../../packages/keys/src/store/", KEYS_SAMPLES],
	["../../../packages/accounts/src/store/", ACCOUNTS_SAMPLES],
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
