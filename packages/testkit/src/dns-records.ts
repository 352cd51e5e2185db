import { createSocket } from "node:dgram";
import { once } from "node:events";
import { type Answer, decode, encode } from "dns-packet";

/** A name server on the loopback that knows what it is told. */
export interface DnsRecords {
	/** Host and port. */
	readonly address: string;
	/** Has a name have these texts, in place of those it had. */
	setText(name: string, texts: readonly string[]): void;
	/** Adds a record of any type. */
	add(record: KnownRecord): void;
	/** Has a name and those below it fail: with an answer that says so, or without one. */
	fail(name: string, how: "SERVFAIL" | "silence"): void;
	/** While it is silent it answers nothing at all. */
	silent: boolean;
	close(): void;
}

// RFC 1035, 4.1.1
const SERVER_FAILURE = 2;
const NO_SUCH_NAME = 3;

/** A record that is no pseudo-record of the protocol. */
type KnownRecord = Exclude<Answer, { type: "OPT" }>;

/** Serves records; names without any do not exist. */
export async function startDnsRecords(): Promise<DnsRecords> {
	const texts = new Map<string, readonly string[]>();
	const others: KnownRecord[] = [];
	const failures = new Map<string, "SERVFAIL" | "silence">();
	const failureOf = (name: string) =>
		failures
			.entries()
			.find(([domain]) => name === domain || name.endsWith(`.${domain}`))?.[1];
	const socket = createSocket("udp4");
	const records: DnsRecords = {
		get address() {
			return `127.0.0.1:${socket.address().port}`;
		},
		setText: (name, values) => void texts.set(name.toLowerCase(), values),
		add: (record) => void others.push(record),
		fail: (name, how) => void failures.set(name, how),
		silent: false,
		close: () => socket.close(),
	};
	socket.on("message", (bytes, { port, address }) => {
		if (records.silent) return;
		const { id, questions = [] } = decode(bytes);
		const [question] = questions;
		const name = question?.name.toLowerCase() ?? "";
		const failure = failureOf(name);
		if (failure === "silence") return;
		const known: KnownRecord[] = [
			...(texts.get(name) ?? []).map(
				(data) => ({ type: "TXT", name, ttl: 0, data }) as const,
			),
			...others.filter((record) => record.name.toLowerCase() === name),
		];
		const answers = known.filter(({ type }) => type === question?.type);
		const exists = known.length > 0 || texts.has(name);
		const flags =
			failure === "SERVFAIL" ? SERVER_FAILURE : exists ? 0 : NO_SUCH_NAME;
		const answer = encode({ type: "response", id, flags, questions, answers });
		socket.send(answer, port, address);
	});
	socket.bind(0, "127.0.0.1");
	await once(socket, "listening");
	return records;
}
