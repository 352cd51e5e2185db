import { createSocket } from "node:dgram";
import { once } from "node:events";
import { decode, encode } from "dns-packet";

/** A name server on the loopback for one name, whose addresses may change. */
export interface DnsServer {
	/** Host and port. */
	readonly address: string;
	/** Sets the name's addresses. */
	set(addresses: readonly string[]): void;
	close(): void;
}

/** Serves A queries for `name`; other queries get an empty answer. */
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
