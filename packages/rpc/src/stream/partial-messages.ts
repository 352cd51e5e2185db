import { MESSAGE_BYTES_MAX } from "../channel-options.ts";

const NOTHING = new Uint8Array();

interface Partial {
	readonly parts: Uint8Array[];
	bytes: number;
}

/** Puts messages that came in several frames together again. */
export interface PartialMessages {
	/**
	 * Takes a part of a call's message; answers the message when this was the last, undefined when more is to come.
	 *
	 * @throws RangeError past the largest message; what came of it is forgotten.
	 */
	add(
		call: number,
		body: Uint8Array | undefined,
		more: boolean | undefined,
	): Buffer | undefined;
	forget(call: number): void;
}

export function createPartialMessages(
	bytesMax = MESSAGE_BYTES_MAX,
): PartialMessages {
	const partials = new Map<number, Partial>();
	return {
		add(call, body = NOTHING, more) {
			const partial = partials.get(call);
			if (!partial && !more) return bufferOf(body);
			const { parts, bytes } = partial ?? { parts: [], bytes: 0 };
			const sum = bytes + body.length;
			if (sum > bytesMax) {
				partials.delete(call);
				throw new RangeError(`a message is larger than ${bytesMax} bytes`);
			}
			parts.push(body);
			if (more) {
				partials.set(call, { parts, bytes: sum });
				return undefined;
			}
			partials.delete(call);
			return Buffer.concat(parts, sum);
		},
		forget: (call) => void partials.delete(call),
	};
}

const bufferOf = (bytes: Uint8Array) =>
	Buffer.from(bytes.buffer, bytes.byteOffset, bytes.length);
