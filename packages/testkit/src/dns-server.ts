import { createSocket } from "node:dgram";
import { once } from "node:events";
import { decode, encode } from "dns-packet";

/** A name server on the loopback that knows one name's addresses, which may change. */
export interface DnsServer {
	/** Host and port. */
	readonly address: string;
	/** What the name stands for from now on. */
	set(addresses: readonly string[]): void;
	close(): void;
}

/** Answers A questions for `name`; for anything else there is nothing. */
export async function startDnsServer(name: string): Promise<DnsServer> {
	let known: readonly string[] = [];
	const socket = createSocket("udp4");
	socket.on("message", (bytes, { port, address }) => {
		const { id, questions = [] } = decode(bytes);
		const isOurs = questions.some((q) => q.type === "A" && q.name === name);
		const answers = (isOurs ? known : []).map(
			(data) => ({ type: "A", name, ttl: 0, data }) as const,
		);
		const answer = encode({ type: "response", id, questions, answers });
		socket.send(answer, port, address);
	});
	socket.bind(0, "127.0.0.1");
	await once(socket, "listening");
	return {
		address: `127.0.0.1:${socket.address().port}`,
		set(addresses) {
			known = addresses;
		},
		close: () => socket.close(),
	};
}
