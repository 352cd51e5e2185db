import { randomInt } from "node:crypto";
import { once } from "node:events";
import { createServer } from "node:net";

// Below the ephemeral range: the system may assign an ephemeral port to a connection at any time.
const PORT_MIN = 20_000;
const PORT_MAX = 32_767;

/** A free port of the loopback, which the system does not assign to a connection. */
export async function freePort(): Promise<number> {
	for (;;) {
		const port = randomInt(PORT_MIN, PORT_MAX + 1);
		if (await isFree(port)) return port;
	}
}

async function isFree(port: number): Promise<boolean> {
	const probe = createServer().listen(port, "127.0.0.1");
	try {
		await once(probe, "listening");
	} catch (err) {
		if ((err as NodeJS.ErrnoException).code === "EADDRINUSE") return false;
		throw err;
	}
	probe.close();
	await once(probe, "close");
	return true;
}
