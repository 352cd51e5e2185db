import { BinaryReader, BinaryWriter } from "@bufbuild/protobuf/wire";

/** The trailer in which gRPC carries a google.rpc.Status; its value is binary. */
export const STATUS_DETAILS_TRAILER = "grpc-status-details-bin";

const DOMAIN = "supportdesk";
const REPLAYED = "replayed";
const ERROR_INFO = "type.googleapis.com/google.rpc.ErrorInfo";
const BAD_REQUEST = "type.googleapis.com/google.rpc.BadRequest";
const RETRY_INFO = "type.googleapis.com/google.rpc.RetryInfo";

export interface Violation {
	/** Path of the parameter; empty for none. */
	readonly field: string;
	readonly description: string;
	/** Error code of this violation. */
	readonly reason: string;
}

/** What we say about a failure in the words of google.rpc (https://google.aip.dev/193). */
export interface ErrorDetails {
	readonly message: string;
	/** ErrorInfo.reason: the error code. */
	readonly reason: string;
	readonly violations: readonly Violation[];
	/** RetryInfo.retry_delay, whole seconds. */
	readonly retryAfterSeconds: number | undefined;
	/** ErrorInfo.metadata.replayed. */
	readonly replayed: boolean;
}

/** Writes a google.rpc.Status that every gRPC tool can read. */
export function encodeErrorDetails(
	grpcCode: number,
	details: ErrorDetails,
): Buffer {
	const status = new BinaryWriter();
	status.uint32(tag(1, 0)).int32(grpcCode);
	status.uint32(tag(2)).string(details.message);
	const info = new BinaryWriter();
	info.uint32(tag(1)).string(details.reason).uint32(tag(2)).string(DOMAIN);
	if (details.replayed) {
		info.uint32(tag(3)).fork();
		info.uint32(tag(1)).string(REPLAYED).uint32(tag(2)).string("true").join();
	}
	writeAny(status, ERROR_INFO, info);
	if (details.violations.length > 0) {
		const badRequest = new BinaryWriter();
		for (const { field, description, reason } of details.violations) {
			badRequest.uint32(tag(1)).fork();
			badRequest.uint32(tag(1)).string(field);
			badRequest.uint32(tag(2)).string(description);
			badRequest.uint32(tag(3)).string(reason).join();
		}
		writeAny(status, BAD_REQUEST, badRequest);
	}
	if (details.retryAfterSeconds !== undefined) {
		const retry = new BinaryWriter();
		retry.uint32(tag(1)).fork();
		retry.uint32(tag(1, 0)).int64(details.retryAfterSeconds).join();
		writeAny(status, RETRY_INFO, retry);
	}
	return Buffer.from(status.finish());
}

/** Reads a google.rpc.Status back; undefined when it is malformed or not from one of our services. */
export function decodeErrorDetails(
	bytes: Uint8Array,
): ErrorDetails | undefined {
	try {
		const status = readFields(bytes);
		const anys = (status.get(3) ?? []).map((any) => {
			const fields = readFields(any);
			return { url: text(fields, 1), value: fields.get(2)?.[0] ?? NO_BYTES };
		});
		const find = (url: string) => anys.find((any) => any.url === url)?.value;
		const info = readFields(find(ERROR_INFO) ?? NO_BYTES);
		if (text(info, 2) !== DOMAIN) return undefined;
		const badRequest = readFields(find(BAD_REQUEST) ?? NO_BYTES);
		const violations = (badRequest.get(1) ?? []).map((bytes) => {
			const fields = readFields(bytes);
			return {
				field: text(fields, 1),
				description: text(fields, 2),
				reason: text(fields, 3),
			};
		});
		const delay = readFields(find(RETRY_INFO) ?? NO_BYTES).get(1)?.[0];
		return {
			message: text(status, 2),
			reason: text(info, 1),
			violations,
			retryAfterSeconds: delay && readSeconds(delay),
			replayed: (info.get(3) ?? []).some(
				(entry) => text(readFields(entry), 1) === REPLAYED,
			),
		};
	} catch {
		return undefined; // whatever wrote this, it was not one of our services
	}
}

const NO_BYTES = new Uint8Array(0);

/** A field's tag: its number and its wire type, 2 (length-delimited) unless given. */
function tag(fieldNumber: number, wireType = 2): number {
	return (fieldNumber << 3) | wireType;
}

/** Appends a google.protobuf.Any to the `details` of a status. */
function writeAny(status: BinaryWriter, url: string, message: BinaryWriter) {
	status.uint32(tag(3)).fork();
	status.uint32(tag(1)).string(url);
	status.uint32(tag(2)).bytes(message.finish()).join();
}

/** The length-delimited fields of a message by number; the rest is passed over. */
function readFields(bytes: Uint8Array): Map<number, Uint8Array[]> {
	const fields = new Map<number, Uint8Array[]>();
	const reader = new BinaryReader(bytes);
	while (reader.pos < reader.len) {
		const [fieldNumber, wireType] = reader.tag();
		if (wireType !== 2) {
			reader.skip(wireType);
			continue;
		}
		const values = fields.get(fieldNumber) ?? [];
		values.push(reader.bytes());
		fields.set(fieldNumber, values);
	}
	return fields;
}

function text(fields: Map<number, Uint8Array[]>, fieldNumber: number): string {
	return Buffer.from(fields.get(fieldNumber)?.[0] ?? NO_BYTES).toString();
}

function readSeconds(duration: Uint8Array): number | undefined {
	const reader = new BinaryReader(duration);
	while (reader.pos < reader.len) {
		const [fieldNumber, wireType] = reader.tag();
		if (fieldNumber === 1 && wireType === 0) return Number(reader.int64());
		reader.skip(wireType);
	}
	return undefined;
}
