import { mkdirSync, writeFileSync } from "node:fs";
import { rm } from "node:fs/promises";
import { join } from "node:path";
import { freePort } from "@supportdesk/testkit/free-port.ts";
import { makeTempFolder } from "@supportdesk/testkit/temp-folder.ts";
import { expect, it } from "vitest";
import { createAppProcess } from "../src/app-process.ts";

// Listens as the check of the port does, and serves once a connection has been made and it has started.
const MAIN = `
import { createServer } from "node:http";
import { createServer as createProbe } from "node:net";
const port = Number(process.env.PORT);
const serve = () => createServer((_req, res) => res.end("started")).listen(port, "127.0.0.1");
const probe = createProbe((socket) => {
	socket.destroy();
	probe.close(() => setTimeout(serve, 500));
}).listen(port, "127.0.0.1");
`;

it("waits for a response of the standalone product, not for the check of its port", async () => {
	const root = makeTempFolder("app-process");
	mkdirSync(join(root, "apps/standalone/src"), { recursive: true });
	writeFileSync(join(root, "apps/standalone/src/main.ts"), MAIN);
	const port = await freePort();
	const app = createAppProcess({
		name: "standalone",
		app: "standalone",
		root,
		port,
		env: { PORT: String(port) },
		logFile: join(root, "log"),
	});
	await app.start();
	const response = await fetch(`http://127.0.0.1:${port}/`);
	expect(await response.text()).toBe("started");
	await app.stop();
	await rm(root, { recursive: true });
});
