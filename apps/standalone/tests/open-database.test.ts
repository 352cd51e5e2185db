import { once } from "node:events";
import { type AddressInfo, connect, createServer } from "node:net";
import { createLogger } from "@supportdesk/logger/logger.ts";
import { expect, it, onTestFinished } from "vitest";
import { openDatabase } from "../src/open-database.ts";

const log = createLogger({ name: "test", level: "silent" });

/** The tests' server behind a proxy that closes a connection when it sends this query. */
async function closeOn(query: string): Promise<string> {
	const url = new URL(process.env.DATABASE_URL!);
	const { port, hostname } = url;
	const proxy = createServer((caller) => {
		const target = connect(Number(port), hostname);
		target.pipe(caller);
		caller.on("data", (bytes: Buffer) => {
			if (bytes.includes(query)) caller.destroy();
			else target.write(bytes);
		});
		caller.on("close", () => target.destroy());
	});
	proxy.listen(0, "127.0.0.1");
	await once(proxy, "listening");
	onTestFinished(() => void proxy.close());
	url.hostname = "127.0.0.1";
	url.port = String((proxy.address() as AddressInfo).port);
	return url.href;
}

it("reports a database that disconnects during the check", async () => {
	const url = await closeOn("show server_version");
	await expect(openDatabase(url, "", log)).rejects.toThrow(
		"The database of DATABASE_URL cannot be used: Connection terminated unexpectedly.",
	);
});
