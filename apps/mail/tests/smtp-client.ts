import { once } from "node:events";
import { connect, type Socket } from "node:net";

/** A connection that sends lines and reads replies, as far from well-behaved as a test wants. */
export interface SmtpClient {
	readonly socket: Socket;
	/** Sends bytes as they are. */
	send(bytes: string | Buffer): void;
	/** The next reply, its lines joined. */
	reply(): Promise<string>;
	/** Sends a line and returns the reply to it. */
	ask(line: string): Promise<string>;
	/** Resolves when the server has closed the connection. */
	readonly closed: Promise<unknown>;
}

const LAST_LINE = /^\d{3} .*\r\n/m;

/** @param from the address of the loopback that it connects from */
export async function openSmtp(
	port: number,
	from = "127.0.0.1",
): Promise<SmtpClient> {
	const socket = connect({ port, host: "127.0.0.1", localAddress: from });
	await once(socket, "connect");
	const closed = new Promise((resolve) => socket.once("close", resolve));
	let text = "";
	let wake = () => {};
	socket.on("data", (chunk) => {
		text += chunk.toString("latin1");
		wake();
	});
	socket.on("error", () => {});
	socket.on("close", () => wake());
	const client: SmtpClient = {
		socket,
		closed,
		send: (bytes) => void socket.write(bytes),
		async reply() {
			for (;;) {
				const last = LAST_LINE.exec(text);
				if (last) {
					const end = last.index + last[0].length;
					const found = text.slice(0, end);
					text = text.slice(end);
					return found.trimEnd();
				}
				if (socket.destroyed) return "";
				await new Promise<void>((resolve) => {
					wake = resolve;
				});
			}
		},
		ask(line) {
			client.send(`${line}\r\n`);
			return client.reply();
		},
	};
	return client;
}
