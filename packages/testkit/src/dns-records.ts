import { createSocket } from "node:dgram";
import { once } from "node:events";
import { type Answer, decode, encode } from "dns-packet";

/** A name server on the loopback that knows what it is told. */
export interface DnsRecords {
	/** Host and port. */
	readonly address: string;
	/** Has a name have these texts, in place of those it had. */
	setText(name: string, texts: readonly string[]): void;
	/** While it is silent it answers nothing at all. */
	silent: boolean;
	close(): void;
}

const NO_SUCH_NAME = 3; // RFC 1035, 4.1.1

/** Serves TXT records; names without any do not exist. */
export async function startDnsRecords(): Promise<DnsRecords> {
	const texts = new Map<string, readonly string[]>();
	const socket = createSocket("udp4");
	const records: DnsRecords = {
		get address() {
			return `127.0.0.1:${socket.address().port}`;
		},
		setText: (name, values) => void texts.set(name.toLowerCase(), values),
		silent: false,
		close: () => socket.close(),
	};
	socket.on("message", (bytes, { port, address }) => {
		if (records.silent) return;
		const { id, questions = [] } = decode(bytes);
		const [question] = questions;
		const name = question?.name.toLowerCase() ?? "";
		const known = texts.get(name);
		const answers: Answer[] =
			question?.type === "TXT"
				? (known ?? []).map((data) => ({ type: "TXT", name, ttl: 0, data }))
				: [];
		const flags = known ? 0 : NO_SUCH_NAME;
		const answer = encode({ type: "response", id, flags, questions, answers });
		socket.send(answer, port, address);
	});
	socket.bind(0, "127.0.0.1");
	await once(socket, "listening");
	return records;
}
