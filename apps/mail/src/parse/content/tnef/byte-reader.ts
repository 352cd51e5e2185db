/** Reads little-endian values one after the other. @throws RangeError at the end of the bytes */
export class ByteReader {
	readonly #bytes: Buffer;
	#at = 0;

	constructor(bytes: Buffer) {
		this.#bytes = bytes;
	}

	get left(): number {
		return this.#bytes.length - this.#at;
	}

	uint8(): number {
		return this.bytes(1).readUInt8();
	}

	uint16(): number {
		return this.bytes(2).readUInt16LE();
	}

	uint32(): number {
		return this.bytes(4).readUInt32LE();
	}

	bytes(length: number): Buffer {
		if (length > this.left) throw new RangeError("beyond the end");
		this.#at += length;
		return this.#bytes.subarray(this.#at - length, this.#at);
	}

	/** Bytes that are filled up to a multiple of four. */
	padded(length: number): Buffer {
		const bytes = this.bytes(length);
		this.bytes(Math.min(this.left, (4 - (length % 4)) % 4));
		return bytes;
	}
}
