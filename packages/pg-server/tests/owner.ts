// A process that owns a server and that the tests kill: prints the address and waits.
import { startPostgres } from "../src/start-postgres.ts";

const server = await startPostgres({
	dataDir: process.argv[2]!,
	durable: true,
});
console.log(server.url);
process.on("SIGTERM", async () => {
	await server.stop();
	process.exit(0);
});
setInterval(() => {}, 60_000);
