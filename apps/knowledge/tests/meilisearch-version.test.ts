import { createServer, type Server } from "node:http";
import type { AddressInfo } from "node:net";
import { createLogger } from "@supportdesk/logger/logger.ts";
import { beforeAll, expect, it, onTestFinished } from "vitest";
import { TESTED_VERSION } from "../src/engine/meilisearch-version.ts";
import { createService } from "../src/service.ts";
import { configFor } from "./configuration.ts";
import { fakeModel } from "./fake-model.ts";
import { givenDatabase } from "./given.ts";

const WARNING = "the search server is older than the tested version";
const { MEILI_URL, MEILI_API_KEY } = process.env;
let databaseUrl: string;

beforeAll(async () => {
	databaseUrl = await givenDatabase();
});

it.each([
	["1.22.0", WARNING],
	["1.9.9", WARNING],
	["0.60.0", WARNING],
	[TESTED_VERSION, "search server version"],
	["1.50.1", "search server version"],
	["2.0.0", "search server version"],
])("says at start-up of a search server %s: %s", async (version, message) => {
	const url = await listen(
		createServer((req, res) => {
			res.setHeader("content-type", "application/json");
			if (req.url !== "/version") res.statusCode = 404;
			res.end(
				JSON.stringify(req.url === "/version" ? { pkgVersion: version } : {}),
			);
		}),
	);
	const line = await firstLine({ MEILI_URL: url }, /version/);
	expect(line).toMatchObject({
		msg: message,
		version,
		testedVersion: TESTED_VERSION,
	});
});

it("says that a key does not allow to read the version", async () => {
	const url = await listen(
		createServer((_req, res) => {
			res.writeHead(403, { "content-type": "application/json" });
			res.end('{"message":"invalid","code":"invalid_api_key"}');
		}),
	);
	const line = await firstLine({ MEILI_URL: url }, /version/);
	expect(line.msg).toContain("MEILI_API_KEY");
});

it.skipIf(!MEILI_URL)(
	"finds the server at MEILI_URL as new as the tested version",
	async () => {
		const line = await firstLine(
			{ MEILI_URL: MEILI_URL!, ...(MEILI_API_KEY && { MEILI_API_KEY }) },
			/version/,
		);
		expect(line.msg).toBe("search server version");
	},
);

/** Starts the service and resolves to the first line of its log whose message matches. */
async function firstLine(
	env: Record<string, string>,
	pattern: RegExp,
): Promise<Record<string, unknown>> {
	const { promise, resolve } = Promise.withResolvers<Record<string, unknown>>();
	const log = createLogger({
		name: "test",
		level: "info",
		destination: {
			write(text) {
				const line = JSON.parse(text);
				if (pattern.test(line.msg)) resolve(line);
			},
		},
	});
	const service = createService(configFor(databaseUrl, env), log, {
		ai: fakeModel().ai,
	});
	onTestFinished(() => service.stop());
	await service.start();
	return promise;
}

async function listen(server: Server): Promise<string> {
	onTestFinished(() => {
		server.closeAllConnections();
		server.close();
	});
	await new Promise<void>((resolve) =>
		server.listen(0, "127.0.0.1", () => resolve()),
	);
	return `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
}
