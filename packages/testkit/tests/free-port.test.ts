import { once } from "node:events";
import { readFileSync } from "node:fs";
import { createServer } from "node:net";
import { expect, it } from "vitest";
import { freePort } from "../src/free-port.ts";

const RANGE = "/proc/sys/net/ipv4/ip_local_port_range";

it("returns a port to listen on", async () => {
	const server = createServer().listen(await freePort(), "127.0.0.1");
	await once(server, "listening");
	server.close();
	await once(server, "close");
});

it.runIf(process.platform === "linux")(
	"returns no port that the system may assign to a connection",
	async () => {
		const [first, last] = readFileSync(RANGE, "utf8").split(/\s+/).map(Number);
		const ports = await Promise.all(Array.from({ length: 50 }, freePort));
		expect(ports.filter((port) => port >= first! && port <= last!)).toEqual([]);
	},
);
