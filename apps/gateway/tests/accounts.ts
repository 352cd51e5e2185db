import type { LinkPurpose } from "@supportdesk/accounts/links.ts";
import type { Role } from "@supportdesk/accounts/role.ts";
import { hashToken, newToken } from "@supportdesk/accounts/token.ts";
import { newId } from "@supportdesk/ids/ids.ts";
import { createPasswords } from "../src/accounts/passwords.ts";
import type { Gateway, KeyDatabase, SendOptions } from "./gateway.ts";

export const PASSWORD = "correct horse battery staple";
const passwords = createPasswords({ memoryKib: 64, passes: 1 });

let browsers = 0;

export interface TestAccount {
	readonly workspaceId: string;
	readonly agentId: string;
	readonly email: string;
}

/** Creates an account that signs in with `PASSWORD`. */
export async function createAccount(
	{ admin, workspaceId }: KeyDatabase,
	options: {
		readonly role?: Role;
		readonly email?: string;
		readonly password?: string | null;
		readonly workspaceId?: string;
	} = {},
): Promise<TestAccount> {
	const agentId = newId("usr", Date.now());
	const account = {
		workspaceId: options.workspaceId ?? workspaceId,
		agentId,
		email: options.email ?? `${agentId}@support.example`,
	};
	const { password = PASSWORD } = options;
	await admin.query(
		`insert into gateway.accounts (workspace_id, agent_id, email, role, password_hash, created_at)
		 values ($1, $2, $3, $4, $5, now())`,
		[
			account.workspaceId,
			account.agentId,
			account.email,
			options.role ?? "admin",
			password === null ? null : await passwords.hash(password),
		],
	);
	return account;
}

/** Stores a link and returns its token. */
export async function createLink(
	{ admin }: KeyDatabase,
	{ workspaceId, agentId }: TestAccount,
	purpose: LinkPurpose,
	seconds = 60,
): Promise<string> {
	const token = newToken();
	await admin.query(
		`insert into gateway.account_links (workspace_id, token_hash, agent_id, purpose, created_at, expires_at)
		 values ($1, $2, $3, $4, now(), now() + make_interval(secs => $5))`,
		[workspaceId, hashToken(token), agentId, purpose, seconds],
	);
	return token;
}

/** A browser of an address of its own that keeps its cookies; the gateway trusts one proxy. */
export function createBrowser(gateway: Gateway) {
	browsers += 1;
	const address = `10.0.${Math.floor(browsers / 256)}.${browsers % 256}`;
	const jar = new Map<string, string>();
	const cookies = () => [...jar.values()].join("; ");
	let csrfToken: string | undefined;
	async function send(method: string, path: string, init: SendOptions = {}) {
		const response = await gateway.send(method, path, {
			...init,
			key: init.key ?? null,
			headers: {
				...(jar.size > 0 && { Cookie: cookies() }),
				...(csrfToken && { "X-CSRF-Token": csrfToken }),
				"Sec-Fetch-Site": "same-origin",
				"X-Forwarded-For": address,
				...init.headers,
			},
		});
		for (const set of response.headers.getSetCookie()) {
			const value = set.slice(0, set.indexOf(";"));
			const name = value.slice(0, value.indexOf("="));
			if (value.endsWith("=")) jar.delete(name);
			else jar.set(name, value);
		}
		csrfToken = response.json?.csrf_token ?? csrfToken;
		return response;
	}
	return {
		address,
		send,
		/** Of the session. */
		cookie: () => jar.get("__Host-supportdesk_session"),
		csrfToken: () => csrfToken,
		/** Signs in with `PASSWORD`. */
		signIn: ({ email }: Pick<TestAccount, "email">, password = PASSWORD) =>
			send("POST", "/auth/sign-in", { body: { email, password } }),
	};
}
