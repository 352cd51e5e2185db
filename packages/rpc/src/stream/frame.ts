import { BinaryReader, BinaryWriter } from "@bufbuild/protobuf/wire";
import { Header } from "@supportdesk/contracts/supportdesk/rpc/v1/stream.ts";

/** A larger request or response leaves the stream: it would delay all others. */
export const SMALL_BYTES_MAX = 64 * 1024;

/** One entry of `supportdesk.rpc.v1.Frames`; see stream.proto for what each field of the header means. */
export interface Frame {
	readonly header: Header;
	readonly body: Uint8Array;
}

const EMPTY_HEADER: Header = Header.fromPartial({});
const NO_BODY = new Uint8Array();
const HEADERS_TAG = (1 << 3) | 2;
const BODIES_TAG = (2 << 3) | 2;

export function frame(
	header: Partial<Header>,
	body: Uint8Array = NO_BODY,
): Frame {
	return { header: { ...EMPTY_HEADER, ...header }, body };
}

/** Writes `Frames`. The generated code does the same and copies each body three times; here it is once. */
export function encodeFrames(frames: readonly Frame[]): Buffer {
	const parts: Uint8Array[] = [];
	for (const { header, body } of frames) {
		const writer = new BinaryWriter().uint32(HEADERS_TAG).fork();
		Header.encode(header, writer).join();
		writer.uint32(BODIES_TAG).uint32(body.length);
		parts.push(writer.finish(), body);
	}
	return Buffer.concat(parts);
}

/**
 * Reads `Frames`. Bodies are views of `message`, not copies.
 *
 * @throws Error for anything that is not such a message.
 */
export function decodeFrames(message: Uint8Array): Frame[] {
	const headers: Header[] = [];
	const bodies: Uint8Array[] = [];
	const reader = new BinaryReader(message);
	while (reader.pos < reader.len) {
		const [field, wireType] = reader.tag();
		if (field === 1) headers.push(Header.decode(reader.bytes()));
		else if (field === 2) bodies.push(reader.bytes());
		else reader.skip(wireType);
	}
	if (headers.length !== bodies.length) {
		throw new RangeError("a message of frames needs a body for each header");
	}
	return headers.map((header, i) => ({ header, body: bodies[i]! }));
}
