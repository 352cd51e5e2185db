import { newId } from "@supportdesk/ids/ids.ts";
import {
	boolean,
	integer,
	nullable,
	oneOf,
	rowType,
	text,
	timestamp,
} from "@supportdesk/pg/row-type.ts";
import type { Query, Statement } from "@supportdesk/pg/statement.ts";
import type { Role } from "../domain/role.ts";
import type { Identity } from "./identities.ts";

/** What an agent signs in with. Times are ISO 8601. */
export interface Account {
	readonly workspaceId: string;
	readonly agentId: string;
	/** In lower case. */
	readonly email: string;
	readonly role: Role;
	/** Null until the agent has set a password. */
	readonly passwordHash: string | null;
	/** Encrypted; null where none was begun. */
	readonly secondFactorSecret: string | null;
	/** Whether sign-in asks for a code. */
	readonly secondFactorConfirmed: boolean;
	readonly secondFactorPeriod: number;
	/** Whether the account belongs to a person of an OpenID Connect provider. */
	readonly providerLinked: boolean;
	readonly lastSignInAt: string | null;
	readonly deactivatedAt: string | null;
	readonly createdAt: string;
}

const ACCOUNT = rowType(
	{
		workspace_id: text,
		agent_id: text,
		email: text,
		role: oneOf<Role>(),
		password_hash: nullable(text),
		second_factor_secret: nullable(text),
		second_factor_confirmed: boolean,
		second_factor_period: integer,
		provider_linked: boolean,
		last_sign_in_at: nullable(timestamp),
		deactivated_at: nullable(timestamp),
		created_at: timestamp,
	},
	(row): Account => ({
		workspaceId: row.workspace_id,
		agentId: row.agent_id,
		email: row.email,
		role: row.role,
		passwordHash: row.password_hash,
		secondFactorSecret: row.second_factor_secret,
		secondFactorConfirmed: row.second_factor_confirmed,
		secondFactorPeriod: Number(row.second_factor_period),
		providerLinked: row.provider_linked,
		lastSignInAt: row.last_sign_in_at,
		deactivatedAt: row.deactivated_at,
		createdAt: row.created_at,
	}),
);

const COLUMNS = `workspace_id, agent_id, email, role, password_hash, second_factor_secret, second_factor_confirmed,
       second_factor_period, last_sign_in_at, deactivated_at, created_at,
       exists (select
                 from gateway.account_identities i
                where i.workspace_id = a.workspace_id and i.agent_id = a.agent_id) as provider_linked`;

// The command line uses several services' schemas, so every table name is qualified.

/** Row-level security shows outside of workspaces only the accounts of the address that is set here. */
export function presentEmail(email: string): Statement {
	return {
		name: "present_email",
		text: "select set_config('app.account_email', $1, true)",
		values: [email],
	};
}

/** The accounts of an address that can sign in with a password or a provider, the one that did so last first. */
export function selectAccountsOf(email: string): Query<Account> {
	return {
		name: "accounts_of",
		text: `select ${COLUMNS}
		         from gateway.accounts a
		        where email = $1
		          and deactivated_at is null
		        order by last_sign_in_at desc nulls last, created_at`,
		values: [email],
		row: ACCOUNT,
	};
}

/** The accounts of a presented identity, the one that signed in last first. */
export function selectAccountsOfIdentity({
	issuer,
	subject,
}: Identity): Query<Account> {
	return {
		name: "accounts_of_identity",
		text: `select ${COLUMNS}
		         from gateway.accounts a
		        where deactivated_at is null
		          and exists (select
		                        from gateway.account_identities i
		                       where i.workspace_id = a.workspace_id
		                         and i.agent_id = a.agent_id
		                         and i.issuer = $1
		                         and i.subject = $2)
		        order by last_sign_in_at desc nulls last, created_at`,
		values: [issuer, subject],
		row: ACCOUNT,
	};
}

export function selectAccount(
	workspaceId: string,
	agentId: string,
): Query<Account> {
	return {
		name: "account",
		text: `select ${COLUMNS}
		         from gateway.accounts a
		        where workspace_id = $1 and agent_id = $2`,
		values: [workspaceId, agentId],
		row: ACCOUNT,
	};
}

/** One page in the order of the agents' ids, behind one. */
export function selectAccountPage(
	workspaceId: string,
	rowsMax: number,
	behindAgentId: string | undefined,
): Query<Account> {
	return {
		text: `select ${COLUMNS}
		         from gateway.accounts a
		        where workspace_id = $1
		          and ($2::text is null or agent_id > $2)
		        order by agent_id
		        limit ${rowsMax}`,
		values: [workspaceId, behindAgentId],
		row: ACCOUNT,
	};
}

/** The account, locked until the transaction ends. */
export function lockAccount(
	workspaceId: string,
	agentId: string,
): Query<Account> {
	return {
		name: "account_lock",
		text: `select ${COLUMNS}
		         from gateway.accounts a
		        where workspace_id = $1 and agent_id = $2
		          for update`,
		values: [workspaceId, agentId],
		row: ACCOUNT,
	};
}

/** Creates the account of an agent unless there is one, which keeps its role. */
export function insertAccount(account: {
	readonly workspaceId: string;
	readonly agentId: string;
	readonly email: string;
	readonly role: Role;
	readonly now: string;
}): Statement {
	const { workspaceId, agentId, email, role, now } = account;
	return {
		name: "account_insert",
		text: `insert into gateway.accounts (workspace_id, agent_id, email, role, created_at)
		       values ($1, $2, $3, $4, $5)
		       on conflict (workspace_id, agent_id) do nothing`,
		values: [workspaceId, agentId, email.toLowerCase(), role, now],
	};
}

export function saveRole(
	workspaceId: string,
	agentId: string,
	role: Role,
): Statement {
	return {
		name: "account_role",
		text: `update gateway.accounts
		          set role = $3
		        where workspace_id = $1 and agent_id = $2`,
		values: [workspaceId, agentId, role],
	};
}

export function savePassword(
	workspaceId: string,
	agentId: string,
	passwordHash: string,
): Statement {
	return {
		name: "account_password",
		text: `update gateway.accounts
		          set password_hash = $3
		        where workspace_id = $1 and agent_id = $2`,
		values: [workspaceId, agentId, passwordHash],
	};
}

export function saveSignIn(
	workspaceId: string,
	agentId: string,
	now: string,
): Statement {
	return {
		name: "account_sign_in",
		text: `update gateway.accounts
		          set last_sign_in_at = $3
		        where workspace_id = $1 and agent_id = $2`,
		values: [workspaceId, agentId, now],
	};
}

/** Copies an agent's deactivation to its account. */
/** With an audit event where there is an account and the other was the case before. */
export function saveDeactivation(
	workspaceId: string,
	agentId: string,
	deactivatedAt: string | null,
	actorId: string,
	now: Date,
): Statement {
	return {
		name: "account_deactivation",
		text: `with changed as (
		         update gateway.accounts
		            set deactivated_at = $3
		          where workspace_id = $1
		            and agent_id = $2
		            and (deactivated_at is null) <> ($3::timestamptz is null)
		        returning agent_id)
		       insert into gateway.audit_events (workspace_id, id, type, agent_id, actor_id, address, created_at)
		       select $1, $4, $5, agent_id, $6, '', $7
		         from changed`,
		values: [
			workspaceId,
			agentId,
			deactivatedAt,
			newId("aud", now.getTime()),
			deactivatedAt === null ? "reactivated" : "deactivated",
			actorId,
			now.toISOString(),
		],
	};
}
