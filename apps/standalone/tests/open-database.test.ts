import { once } from "node:events";
import { writeFileSync } from "node:fs";
import { type AddressInfo, connect, createServer } from "node:net";
import { join } from "node:path";
import { createLogger } from "@supportdesk/logger/logger.ts";
import {
	makeTempFolder,
	removeFolder,
} from "@supportdesk/testkit/temp-folder.ts";
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

it("reports that the embedded database has another password than its file", async () => {
	const dataDir = makeTempFolder("open-database");
	onTestFinished(() => removeFolder(dataDir));
	const database = await openDatabase(undefined, dataDir, log);
	await database.close();
	writeFileSync(join(dataDir, "password"), "guess");
	await expect(openDatabase(undefined, dataDir, log)).rejects.toThrow(
		`The file ${join(dataDir, "password")} does not have the password of the database in`,
	);
}, 60_000);
