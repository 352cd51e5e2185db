import { createLogger } from "@supportdesk/logger/logger.ts";
import { createPool } from "@supportdesk/pg/pool.ts";
import { expect, it, onTestFinished } from "vitest";
import { purge } from "../src/purge-hourly.ts";
import { createAccount, createLink } from "./accounts.ts";
import { createKeyDatabase, testConfig } from "./gateway.ts";

it("keeps addresses and browsers of sign-ins only as long as it says", async () => {
	const database = await createKeyDatabase();
	onTestFinished(() => database.close());
	const log = createLogger({ name: "test", level: "error" });
	const config = testConfig(database.url);
	const db = createPool(config.db, log);
	onTestFinished(() => db.end());
	const account = await createAccount(database);
	for (const [id, expires, used] of [
		["expired", "-1 minute", "-1 hour"],
		["unused", "1 day", "-73 hours"],
		["used", "1 day", "-71 hours"],
	])
		await database.admin.query(
			`insert into gateway.sessions (workspace_id, id, agent_id, token_hash, method, user_agent, address, created_at, last_used_at, expires_at)
			 values ($1, $2, $3, md5($2) || md5($2), 'oidc', 'browser', '203.0.113.7', now(), now() + $5::interval, now() + $4::interval)`,
			[account.workspaceId, id, account.agentId, expires, used],
		);
	for (const [id, age] of [
		["old", "366 days"],
		["recent", "364 days"],
	])
		await database.admin.query(
			`insert into gateway.audit_events (workspace_id, id, type, agent_id, actor_id, address, created_at)
			 values ($1, $2, 'signed_in', $3, '', '203.0.113.7', now() - $4::interval)`,
			[account.workspaceId, id, account.agentId, age],
		);
	await createLink(database, account, "sign_in", -1);
	await createLink(database, account, "invitation");
	await purge(db, config.retention, Date.now(), log);
	const idsOf = async (table: string, column = "id") =>
		(await database.admin.query(`select ${column} from gateway.${table}`)).rows;
	expect(await idsOf("sessions")).toEqual([{ id: "used" }]);
	expect(await idsOf("audit_events")).toEqual([{ id: "recent" }]);
	expect(await idsOf("account_links", "purpose")).toEqual([
		{ purpose: "invitation" },
	]);
});
