import { connect } from "node:net";
import type { PoolClient } from "pg";
import { serialize } from "pg-protocol";

const CANCEL_MS_MAX = 2_000;

/** What pg knows of a connection and @types/pg does not say. */
interface Connected {
	readonly host: string;
	readonly port: number;
	readonly processID: number;
	readonly secretKey: number;
}

/**
 * Asks the server, on a connection of its own, to stop the statement that this connection runs. Resolves when the server
 * has passed that on: it closes the connection then. What is sent later cannot be meant any more, so others may use
 * the connection. False if it is not known whether the server did: a later statement could still be hit.
 * (https://www.postgresql.org/docs/current/protocol-flow.html#PROTOCOL-FLOW-CANCELING-REQUESTS)
 */
export function cancelRunning(client: PoolClient): Promise<boolean> {
	const { host, port, processID, secretKey } = client as PoolClient & Connected;
	return new Promise((resolve) => {
		let sent = false;
		let passedOn = false;
		const socket = host.startsWith("/")
			? connect(`${host}/.s.PGSQL.${port}`)
			: connect(port, host);
		socket.setTimeout(CANCEL_MS_MAX, () => socket.destroy());
		socket.on("connect", () => {
			sent = true;
			socket.write(serialize.cancel(processID, secretKey));
		});
		socket.on("end", () => {
			passedOn = true;
		});
		socket.on("error", () => {}); // its close says enough
		socket.on("close", () => resolve(passedOn || !sent));
		socket.resume();
	});
}
