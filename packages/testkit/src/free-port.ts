import { randomInt } from "node:crypto";
import { once } from "node:events";
import { createServer } from "node:net";

// Below those that systems hand out to whoever asks for any: such a port may be a connection's a moment later.
const PORT_MIN = 20_000;
const PORT_MAX = 32_767;

/** A free port of the loopback, which stays free until somebody asks for just that one. */
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
