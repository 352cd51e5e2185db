import { BinaryReader } from "@bufbuild/protobuf/wire";

/** A gRPC status on its way: what trailers carry for a unary call. */
export interface WireStatus {
	readonly code: number;
	readonly message: string;
	/** google.rpc.Status, serialised; empty for none. */
	readonly details: Uint8Array;
}

/** `supportdesk.rpc.v1.Frame`; see stream.proto for what each field says. */
export interface Frame {
	/** 0 for what concerns the stream itself. */
	readonly call: number;
	readonly method?: string;
	readonly context?: string;
	readonly timeoutMs?: number;
	readonly traceparent?: string;
	readonly body?: Uint8Array;
	readonly more?: boolean;
	readonly cancel?: boolean;
	readonly status?: WireStatus;
	readonly retire?: boolean;
}

const VARINT = 0;
const BYTES = 2;
const tag = (field: number, wireType: number) => (field << 3) | wireType;
const TAG = {
	frames: tag(1, BYTES),
	call: tag(1, VARINT),
	method: tag(2, BYTES),
	context: tag(3, BYTES),
	timeoutMs: tag(4, VARINT),
	traceparent: tag(5, BYTES),
	body: tag(6, BYTES),
	more: tag(7, VARINT),
	cancel: tag(8, VARINT),
	status: tag(9, BYTES),
	retire: tag(10, VARINT),
	statusCode: tag(1, VARINT),
	statusMessage: tag(2, BYTES),
	statusDetails: tag(3, BYTES),
} as const; // all below 128: one byte each

/**
 * Writes `supportdesk.rpc.v1.Frames`. By hand, because every body is then copied once, into the buffer that leaves;
 * the generated code copies it three times.
 */
export function encodeFrames(frames: readonly Frame[]): Buffer {
	const sizes = frames.map(sizeOfFrame);
	let size = 0;
	for (const bytes of sizes) size += 1 + sizeOfVarint(bytes) + bytes;
	const buffer = Buffer.allocUnsafe(size);
	let at = 0;
	for (let i = 0; i < frames.length; i += 1) {
		at = writeVarint(buffer, at, TAG.frames);
		at = writeVarint(buffer, at, sizes[i]!);
		at = writeFrame(buffer, at, frames[i]!);
	}
	return buffer;
}

function sizeOfFrame(frame: Frame): number {
	let size = 1 + sizeOfVarint(frame.call);
	if (frame.method) size += sizeOfText(frame.method);
	if (frame.context) size += sizeOfText(frame.context);
	if (frame.timeoutMs) size += 1 + sizeOfVarint(frame.timeoutMs);
	if (frame.traceparent) size += sizeOfText(frame.traceparent);
	if (frame.body?.length) size += sizeOfBytes(frame.body.length);
	if (frame.more) size += 2;
	if (frame.cancel) size += 2;
	if (frame.status) size += sizeOfBytes(sizeOfStatus(frame.status));
	if (frame.retire) size += 2;
	return size;
}

function writeFrame(buffer: Buffer, start: number, frame: Frame): number {
	let at = writeNumber(buffer, start, TAG.call, frame.call);
	if (frame.method) at = writeText(buffer, at, TAG.method, frame.method);
	if (frame.context) at = writeText(buffer, at, TAG.context, frame.context);
	if (frame.timeoutMs)
		at = writeNumber(buffer, at, TAG.timeoutMs, frame.timeoutMs);
	if (frame.traceparent)
		at = writeText(buffer, at, TAG.traceparent, frame.traceparent);
	if (frame.body?.length) at = writeBytes(buffer, at, TAG.body, frame.body);
	if (frame.more) at = writeNumber(buffer, at, TAG.more, 1);
	if (frame.cancel) at = writeNumber(buffer, at, TAG.cancel, 1);
	if (frame.status) {
		at = writeNumber(buffer, at, TAG.status, sizeOfStatus(frame.status));
		at = writeStatus(buffer, at, frame.status);
	}
	if (frame.retire) at = writeNumber(buffer, at, TAG.retire, 1);
	return at;
}

function sizeOfStatus({ code, message, details }: WireStatus): number {
	return (
		1 +
		sizeOfVarint(code) +
		(message ? sizeOfText(message) : 0) +
		(details.length ? sizeOfBytes(details.length) : 0)
	);
}

function writeStatus(buffer: Buffer, start: number, status: WireStatus) {
	const { code, message, details } = status;
	let at = writeNumber(buffer, start, TAG.statusCode, code);
	if (message) at = writeText(buffer, at, TAG.statusMessage, message);
	if (details.length) at = writeBytes(buffer, at, TAG.statusDetails, details);
	return at;
}

function sizeOfVarint(value: number): number {
	if (value < 0x80) return 1;
	if (value < 0x4000) return 2;
	if (value < 0x20_0000) return 3;
	return value < 0x1000_0000 ? 4 : 5;
}

const sizeOfBytes = (length: number) => 1 + sizeOfVarint(length) + length;
const sizeOfText = (text: string) => sizeOfBytes(Buffer.byteLength(text));

function writeVarint(buffer: Buffer, start: number, value: number): number {
	let at = start;
	let rest = value;
	while (rest >= 0x80) {
		buffer[at++] = (rest & 0x7f) | 0x80;
		rest >>>= 7;
	}
	buffer[at++] = rest;
	return at;
}

function writeNumber(buffer: Buffer, at: number, tag: number, value: number) {
	return writeVarint(buffer, writeVarint(buffer, at, tag), value);
}

function writeText(buffer: Buffer, start: number, tag: number, text: string) {
	const at = writeNumber(buffer, start, tag, Buffer.byteLength(text));
	return at + buffer.write(text, at);
}

function writeBytes(
	buffer: Buffer,
	start: number,
	tag: number,
	bytes: Uint8Array,
) {
	const at = writeNumber(buffer, start, tag, bytes.length);
	buffer.set(bytes, at);
	return at + bytes.length;
}

/**
 * Reads `supportdesk.rpc.v1.Frames`. Bodies are views of `message`, not copies. Fields that are not known are passed
 * over: a newer peer may send them.
 *
 * @throws Error for anything that is not such a message.
 */
export function decodeFrames(message: Uint8Array): Frame[] {
	const frames: Frame[] = [];
	const reader = new BinaryReader(message);
	while (reader.pos < reader.len) {
		const [field, wireType] = reader.tag();
		if (field !== 1 || wireType !== BYTES) {
			reader.skip(wireType);
			continue;
		}
		const size = reader.uint32();
		const end = reader.pos + size;
		if (end > reader.len) throw new RangeError("a frame is cut off");
		frames.push(decodeFrame(reader, end));
	}
	return frames;
}

type Mutable<T> = { -readonly [Key in keyof T]: T[Key] };

function decodeFrame(reader: BinaryReader, end: number): Frame {
	const frame: Mutable<Frame> = { call: 0 };
	while (reader.pos < end) {
		const [field, wireType] = reader.tag();
		switch ((field << 3) | wireType) {
			case TAG.call:
				frame.call = reader.uint32();
				break;
			case TAG.method:
				frame.method = reader.string();
				break;
			case TAG.context:
				frame.context = reader.string();
				break;
			case TAG.timeoutMs:
				frame.timeoutMs = reader.uint32();
				break;
			case TAG.traceparent:
				frame.traceparent = reader.string();
				break;
			case TAG.body:
				frame.body = reader.bytes();
				break;
			case TAG.more:
				frame.more = reader.bool();
				break;
			case TAG.cancel:
				frame.cancel = reader.bool();
				break;
			case TAG.status:
				frame.status = decodeStatus(reader.bytes());
				break;
			case TAG.retire:
				frame.retire = reader.bool();
				break;
			default:
				reader.skip(wireType);
		}
	}
	if (reader.pos !== end) throw new RangeError("a frame is cut off");
	return frame;
}

function decodeStatus(bytes: Uint8Array): WireStatus {
	const status: Mutable<WireStatus> = {
		code: 0,
		message: "",
		details: new Uint8Array(),
	};
	const reader = new BinaryReader(bytes);
	while (reader.pos < reader.len) {
		const [field, wireType] = reader.tag();
		switch ((field << 3) | wireType) {
			case TAG.statusCode:
				status.code = reader.uint32();
				break;
			case TAG.statusMessage:
				status.message = reader.string();
				break;
			case TAG.statusDetails:
				status.details = reader.bytes();
				break;
			default:
				reader.skip(wireType);
		}
	}
	return status;
}
