import { join } from "node:path";
import { startPostgres } from "@supportdesk/pg-server/start-postgres.ts";
import { startTcpProxy } from "@supportdesk/testkit/tcp-proxy.ts";
import {
	makeTempFolder,
	removeFolder,
} from "@supportdesk/testkit/temp-folder.ts";

/** A PostgreSQL of the test's own that goes away and comes back at one address. */
export interface RestartableServer {
	readonly url: string;
	down(): Promise<void>;
	up(): Promise<void>;
	stop(): Promise<void>;
}

/** Every start takes another port, so a stable address needs a proxy. */
export async function startRestartableServer(): Promise<RestartableServer> {
	const folder = makeTempFolder("restartable");
	const start = () =>
		startPostgres({ dataDir: join(folder, "postgres"), durable: false });
	let server = await start();
	const proxy = await startTcpProxy(() => Number(new URL(server.url).port));
	const url = new URL(server.url);
	url.port = String(proxy.port);
	return {
		url: url.href,
		down: () => server.stop(),
		async up() {
			server = await start();
		},
		async stop() {
			await server.stop();
			await proxy.close();
			removeFolder(folder);
		},
	};
}
