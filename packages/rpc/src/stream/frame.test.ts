import {
	Frames,
	Header,
} from "@supportdesk/contracts/supportdesk/rpc/v1/stream.ts";
import fc from "fast-check";
import { expect, it } from "vitest";
import { decodeFrames, encodeFrames, type Frame, frame } from "./frame.ts";

const bytes = fc
	.uint8Array({ maxLength: 300 })
	.map((array) => Buffer.from(array));
const text = fc.string({ maxLength: 200, unit: "binary" });
const uint32 = fc.integer({ min: 0, max: 2 ** 32 - 1 });
const header: fc.Arbitrary<Partial<Header>> = fc.record(
	{
		call: uint32,
		method: text,
		context: text,
		timeoutMs: uint32,
		traceparent: text,
		status: fc.record({ code: uint32, message: text, details: bytes }),
		largeResponse: text,
		retire: fc.boolean(),
		cancel: fc.boolean(),
	},
	{ requiredKeys: ["call"] },
);
const frames = fc.array(
	fc.tuple(header, bytes).map(([header, body]) => frame(header, body)),
	{ maxLength: 5 },
);

/** The frames in the generated code's form. */
function generated(all: readonly Frame[]): Frames {
	return {
		headers: all.map(({ header }) => header),
		bodies: all.map(({ body }) => Buffer.from(body)),
	};
}

it("writes what the contract's own code reads", () => {
	fc.assert(
		fc.property(frames, (frames) => {
			expect(Frames.decode(encodeFrames(frames))).toEqual(generated(frames));
		}),
	);
});

it("reads what the contract's own code writes", () => {
	fc.assert(
		fc.property(frames, (frames) => {
			const written = Frames.encode(generated(frames)).finish();
			expect(generated(decodeFrames(written))).toEqual(generated(frames));
		}),
	);
});

it("skips fields that a newer peer adds", () => {
	// Header 15 = 7, Frames 3 = "new".
	const newer = Buffer.from([
		0x0a, 4, 0x08, 5, 0x78, 7, 0x12, 0, 0x1a, 3, 110, 101, 119,
	]);
	const [read] = decodeFrames(newer);
	expect(read!.header).toEqual(Header.fromPartial({ call: 5 }));
});

it("reads or refuses any bytes, and never beyond them", () => {
	fc.assert(
		fc.property(fc.uint8Array({ maxLength: 200 }), (garbage) => {
			try {
				decodeFrames(garbage);
			} catch (err) {
				expect(err).toBeInstanceOf(Error);
			}
		}),
	);
	const cut = encodeFrames([frame({ call: 1 }, Buffer.alloc(50))]);
	expect(() => decodeFrames(cut.subarray(0, 20))).toThrow();
	const withoutBody = encodeFrames([frame({ call: 1 })]).subarray(0, -2);
	expect(() => decodeFrames(withoutBody)).toThrow(/a body for each header/);
});
