import { once } from "node:events";
import { createServer } from "node:net";
import { StartError } from "./start-error.ts";

/**
 * Checks, before anything is started, whether this process can listen on a port.
 *
 * @param variable the setting of the port
 * @throws StartError with the reason if it cannot
 */
export async function checkPort(
	port: number,
	host: string,
	variable = "PORT",
): Promise<void> {
	const probe = createServer();
	try {
		probe.listen(port, host);
		await once(probe, "listening");
	} catch (err) {
		throw describeListenError(err, port, host, variable);
	}
	probe.close();
	await once(probe, "close");
}

/** The StartError for a port that is unavailable; returns other errors unchanged. */
export function describeListenError(
	err: unknown,
	port: number,
	host: string,
	variable = "PORT",
): unknown {
	switch ((err as NodeJS.ErrnoException).code) {
		case "EADDRINUSE":
			return new StartError(
				`Port ${port} on ${host} is in use; stop what listens there, or choose another port: ${variable}=${port + 1} npm start.`,
			);
		case "EACCES":
			return new StartError(
				`This user may not listen on port ${port}; choose one above 1023 with ${variable}.`,
			);
		case "EADDRNOTAVAIL":
		case "ENOTFOUND":
		case "EAI_AGAIN":
			return new StartError(
				`${variable.replace("PORT", "HOST")}=${host} is not an address of this machine; try 127.0.0.1 or 0.0.0.0.`,
			);
		default:
			return err;
	}
}

/** The StartError if mail cannot come in at any of these addresses; returns other errors unchanged. */
export function describeMailListenError(
	err: unknown,
	addresses: readonly { host: string; port: number }[],
): unknown {
	const given = addresses.map(({ host, port }) => `${host}:${port}`).join(",");
	switch ((err as NodeJS.ErrnoException).code) {
		case "EADDRINUSE":
			return new StartError(
				`MAIL_LISTEN=${given} is in use; stop what listens there, or choose another port.`,
			);
		case "EACCES":
			return new StartError(
				`This user may not listen on MAIL_LISTEN=${given}; choose a port above 1023, and have port 25 lead to it.`,
			);
		case "EADDRNOTAVAIL":
		case "ENOTFOUND":
		case "EAI_AGAIN":
			return new StartError(
				`MAIL_LISTEN=${given} is not an address of this machine; try 127.0.0.1:2525 or 0.0.0.0:2525.`,
			);
		default:
			return err;
	}
}
