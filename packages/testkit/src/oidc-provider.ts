import { type ChildProcess, spawn } from "node:child_process";
import { once } from "node:events";
import { createInterface } from "node:readline";
import { fileURLToPath } from "node:url";
import { endWithParent } from "./end-with-parent.ts";
import { freePort } from "./free-port.ts";

/** An OpenID Connect provider for one test file, as a process of its own. */
export interface TestProvider {
	readonly issuer: string;
	/** What makes it the provider of an installation. */
	readonly env: {
		readonly OIDC_ISSUER: string;
		readonly OIDC_CLIENT_ID: string;
		readonly OIDC_CLIENT_SECRET: string;
	};
	/** Sets what the provider says of a person, who signs in with this id and any password. */
	setPerson(sub: string, claims: PersonClaims): Promise<void>;
	/** Ends the process, as an outage does. */
	kill(): Promise<void>;
	start(): Promise<void>;
	/** Suspends the process: connections stay open without responses. */
	freeze(): void;
	thaw(): void;
}

export interface PersonClaims {
	readonly email?: string;
	readonly email_verified?: boolean;
}

const MAIN = fileURLToPath(new URL("oidc-provider-main.ts", import.meta.url));

export async function startOidcProvider(): Promise<TestProvider> {
	const port = await freePort();
	const issuer = `http://127.0.0.1:${port}`;
	let server: ChildProcess | undefined;
	const start = async () => {
		const line = endWithParent(process.execPath, [MAIN, String(port)]);
		server = spawn(line.command, line.args, {
			stdio: ["ignore", "pipe", "ignore"],
		});
		await untilListening(server);
	};
	await start();
	return {
		issuer,
		env: {
			OIDC_ISSUER: issuer,
			OIDC_CLIENT_ID: "support-desk",
			OIDC_CLIENT_SECRET: "a secret that only tests know",
		},
		async setPerson(sub, claims) {
			const body = JSON.stringify(claims);
			await fetch(`${issuer}/people/${sub}`, { method: "PUT", body });
		},
		start,
		async kill() {
			if (!server || server.exitCode !== null || server.signalCode !== null)
				return;
			server.kill("SIGKILL");
			await once(server, "exit");
		},
		freeze: () => void server?.kill("SIGSTOP"),
		thaw: () => void server?.kill("SIGCONT"),
	};
}

async function untilListening(server: ChildProcess): Promise<void> {
	for await (const line of createInterface({ input: server.stdout! })) {
		if (line !== "listening") continue;
		server.stdout!.resume();
		return;
	}
	throw new Error("the provider did not start");
}
