import {
	nullable,
	oneOf,
	rowType,
	text,
	timestamp,
} from "@supportdesk/pg/row-type.ts";
import type { Query, Statement } from "@supportdesk/pg/statement.ts";
import type { Role } from "../domain/role.ts";

export type SignInMethod = "password" | "link" | "oidc";

/** A session as its agent sees it. Times are ISO 8601. */
export interface Session {
	readonly id: string;
	readonly method: SignInMethod;
	readonly userAgent: string;
	readonly address: string;
	readonly createdAt: string;
	/** The start of the hour in which it was last used, or its creation. */
	readonly lastUsedAt: string;
	readonly expiresAt: string;
}

/** A session with what it permits. */
export interface PresentedSession {
	readonly id: string;
	readonly workspaceId: string;
	readonly agentId: string;
	readonly role: Role;
	readonly createdAt: string;
	readonly lastUsedAt: string;
	readonly expiresAt: string;
}

const PREFIX = "session ";

/** What the gateways' caches and notifications know a session by; a key is known by its hash alone. */
export function sessionKey(tokenHash: string): string {
	return PREFIX + tokenHash;
}

/** The hash of a session's token; undefined for what is known of a key. */
export function tokenHashOf(key: string): string | undefined {
	return key.startsWith(PREFIX) ? key.slice(PREFIX.length) : undefined;
}

const SESSION = rowType(
	{
		id: text,
		method: oneOf<SignInMethod>(),
		user_agent: text,
		address: text,
		created_at: timestamp,
		last_used_at: timestamp,
		expires_at: timestamp,
	},
	(row): Session => ({
		id: row.id,
		method: row.method,
		userAgent: row.user_agent,
		address: row.address,
		createdAt: row.created_at,
		lastUsedAt: row.last_used_at,
		expiresAt: row.expires_at,
	}),
);

const PRESENTED = rowType(
	{
		id: text,
		workspace_id: text,
		agent_id: text,
		role: oneOf<Role>(),
		created_at: timestamp,
		last_used_at: timestamp,
		expires_at: timestamp,
	},
	(row): PresentedSession => ({
		id: row.id,
		workspaceId: row.workspace_id,
		agentId: row.agent_id,
		role: row.role,
		createdAt: row.created_at,
		lastUsedAt: row.last_used_at,
		expiresAt: row.expires_at,
	}),
);

/** Row-level security exposes outside of workspaces only the session whose hash is set here, and its account. */
export function presentSession(tokenHash: string): Statement {
	return {
		name: "present_session",
		text: "select set_config('app.session_hash', $1, true)",
		values: [tokenHash],
	};
}

/** The session with this token, unless its agent is deactivated. */
export function selectSessionByToken(
	tokenHash: string,
): Query<PresentedSession> {
	return {
		name: "session_by_token",
		text: `select s.id, s.workspace_id, s.agent_id, a.role, s.created_at, s.last_used_at, s.expires_at
		         from gateway.sessions s
		         join gateway.accounts a on a.workspace_id = s.workspace_id and a.agent_id = s.agent_id
		        where s.token_hash = $1
		          and a.deactivated_at is null`,
		values: [tokenHash],
		row: PRESENTED,
	};
}

/** The session with its account's role where it may act now, both locked until the transaction ends. */
export function lockSession(
	workspaceId: string,
	id: string,
	now: string,
): Query<PresentedSession> {
	return {
		name: "session_lock",
		text: `select s.id, s.workspace_id, s.agent_id, a.role, s.created_at, s.last_used_at, s.expires_at
		         from gateway.sessions s
		         join gateway.accounts a on a.workspace_id = s.workspace_id and a.agent_id = s.agent_id
		         join gateway.workspaces w on w.id = s.workspace_id
		        where s.workspace_id = $1
		          and s.id = $2
		          and s.expires_at > $3
		          and a.deactivated_at is null
		          and w.deactivated_at is null
		          for share of s, a`,
		values: [workspaceId, id, now],
		row: PRESENTED,
	};
}

/** An agent's sessions that have not expired, the newest first. */
export function selectSessionsOf(
	workspaceId: string,
	agentId: string,
	now: string,
): Query<Session> {
	return {
		name: "sessions_of",
		text: `select id, method, user_agent, address, created_at, last_used_at, expires_at
		         from gateway.sessions
		        where workspace_id = $1 and agent_id = $2 and expires_at > $3
		        order by created_at desc, id desc`,
		values: [workspaceId, agentId, now],
		row: SESSION,
	};
}

export function insertSession(session: {
	readonly workspaceId: string;
	readonly id: string;
	readonly agentId: string;
	readonly tokenHash: string;
	readonly method: SignInMethod;
	readonly userAgent: string;
	readonly address: string;
	readonly createdAt: string;
	readonly expiresAt: string;
	/** Encrypted under the session's token; undefined without one of a provider. */
	readonly idToken: string | undefined;
}): Statement {
	return {
		name: "session_insert",
		text: `insert into gateway.sessions (workspace_id, id, agent_id, token_hash, method, user_agent, address, created_at,
		         last_used_at, expires_at, id_token)
		       values ($1, $2, $3, $4, $5, $6, $7, $8, $8, $9, $10)`,
		values: [
			session.workspaceId,
			session.id,
			session.agentId,
			session.tokenHash,
			session.method,
			session.userAgent,
			session.address,
			session.createdAt,
			session.expiresAt,
			session.idToken,
		],
	};
}

/** Notes the hour in which sessions were used. */
export function updateSessionUse(
	workspaceId: string,
	ids: readonly string[],
	hour: Date,
): Statement {
	return {
		name: "sessions_used",
		text: `update gateway.sessions
		          set last_used_at = $3
		        where workspace_id = $1 and id = any($2) and last_used_at < $3`,
		values: [workspaceId, ids, hour.toISOString()],
	};
}

/** Which sessions of an agent end. */
export interface EndedSessions {
	/** Only this one; all if not given. */
	readonly id?: string;
	/** All but this one. */
	readonly exceptId?: string;
	/** All but this many, the newest. */
	readonly keep?: number;
}

export interface EndedSession {
	readonly id: string;
	readonly method: SignInMethod;
	/** Of the provider, encrypted under the session's token; null without one. */
	readonly idToken: string | null;
}

/** Ends sessions of an agent, and notifies the gateways. Returns those that ended. */
export function endSessions(
	workspaceId: string,
	agentId: string,
	{ id, exceptId, keep = 0 }: EndedSessions = {},
): Query<EndedSession> {
	return {
		name: "sessions_end",
		text: `with ended as (
		         delete from gateway.sessions
		          where workspace_id = $1
		            and agent_id = $2
		            and id in (select id
		                         from gateway.sessions
		                        where workspace_id = $1
		                          and agent_id = $2
		                          and ($3::text is null or id = $3)
		                          and ($4::text is null or id <> $4)
		                        order by created_at desc, id desc
		                       offset $5)
		      returning id, method, id_token, token_hash)
		       select id, method, id_token, pg_notify('api_keys', '${PREFIX}' || token_hash)::text as notified
		         from ended`,
		values: [workspaceId, agentId, id, exceptId, keep],
		row: rowType(
			{
				id: text,
				method: oneOf<SignInMethod>(),
				id_token: nullable(text),
				notified: text,
			},
			({ id, method, id_token: idToken }) => ({ id, method, idToken }),
		),
	};
}

/** Notifies the gateways to look up the sessions of a workspace again. @param agentId limits this to one agent's */
export function notifySessionsOf(
	workspaceId: string,
	agentId?: string,
): Statement {
	return {
		name: "sessions_notify",
		text: `select count(pg_notify('api_keys', '${PREFIX}' || token_hash))
		         from gateway.sessions
		        where workspace_id = $1 and ($2::text is null or agent_id = $2)`,
		values: [workspaceId, agentId],
	};
}

/** Deletes sessions that expired before a time, or were last used before another. */
export function purgeSessions(
	workspaceId: string,
	before: Date,
	unusedSince: Date,
	rowsMax: number,
): Statement {
	return {
		text: `delete from gateway.sessions
		        where workspace_id = $1
		          and id in (select id
		                       from gateway.sessions
		                      where workspace_id = $1 and (expires_at <= $2 or last_used_at <= $3)
		                      limit ${rowsMax})`,
		values: [workspaceId, before.toISOString(), unusedSince.toISOString()],
	};
}
