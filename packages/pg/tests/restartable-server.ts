import { once } from "node:events";
import { type AddressInfo, connect, createServer } from "node:net";
import { join } from "node:path";
import { startPostgres } from "@supportdesk/pg-server/start-postgres.ts";
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

/** Every start takes another port, so an address that stays needs somebody who passes connections on. */
export async function startRestartableServer(): Promise<RestartableServer> {
	const folder = makeTempFolder("restartable");
	const start = () =>
		startPostgres({ dataDir: join(folder, "postgres"), durable: false });
	let server = await start();
	const forwarder = createServer((caller) => {
		const { port, hostname } = new URL(server.url);
		const target = connect(Number(port), hostname);
		caller.pipe(target).pipe(caller);
		caller.on("error", () => target.destroy());
		target.on("error", () => caller.destroy());
	});
	forwarder.listen(0, "127.0.0.1");
	await once(forwarder, "listening");
	const url = new URL(server.url);
	url.port = `${(forwarder.address() as AddressInfo).port}`;
	return {
		url: url.href,
		down: () => server.stop(),
		async up() {
			server = await start();
		},
		async stop() {
			forwarder.close();
			await server.stop();
			removeFolder(folder);
		},
	};
}
