import { createSocket } from "node:dgram";
import { once } from "node:events";
import { onTestFinished } from "vitest";

const HEADER_BYTES = 12;
const TYPE_A = 1;
const POINTER_TO_QUESTION = 0xc00c;
const RESPONSE_FLAGS = 0x8180; // a response, recursion available, no error

/**
 * A DNS server that has IPv4 addresses only (RFC 1035).
 *
 * @param addressesOf what it returns for a name, each time anew; undefined: it does not respond.
 * @returns its address, as a resolver takes it.
 */
export async function startDnsServer(
	addressesOf: (name: string) => readonly string[] | undefined,
): Promise<string> {
	const socket = createSocket("udp4");
	socket.on("message", (query, { port, address }) => {
		const { name, type, end } = readQuestion(query);
		const addresses = addressesOf(name);
		if (!addresses) return;
		const answers = type === TYPE_A ? addresses.map(answer) : [];
		const header = Buffer.from(query.subarray(0, HEADER_BYTES));
		header.writeUInt16BE(RESPONSE_FLAGS, 2);
		header.writeUInt16BE(1, 4);
		header.writeUInt16BE(answers.length, 6);
		header.fill(0, 8);
		const question = query.subarray(HEADER_BYTES, end);
		socket.send(Buffer.concat([header, question, ...answers]), port, address);
	});
	socket.bind(0, "127.0.0.1");
	await once(socket, "listening");
	onTestFinished(() => void socket.close());
	return `127.0.0.1:${socket.address().port}`;
}

function readQuestion(query: Buffer) {
	const labels: string[] = [];
	let at = HEADER_BYTES;
	for (let length = query[at]!; length > 0; length = query[at]!) {
		labels.push(query.toString("latin1", at + 1, at + 1 + length));
		at += 1 + length;
	}
	const type = query.readUInt16BE(at + 1);
	return { name: labels.join("."), type, end: at + 5 };
}

function answer(address: string): Buffer {
	const record = Buffer.alloc(16);
	record.writeUInt16BE(POINTER_TO_QUESTION, 0);
	record.writeUInt16BE(TYPE_A, 2);
	record.writeUInt16BE(1, 4); // the Internet
	record.writeUInt32BE(0, 6); // may not be cached
	record.writeUInt16BE(4, 10);
	address.split(".").forEach((part, n) => {
		record[12 + n] = Number(part);
	});
	return record;
}
