import { Frames } from "@supportdesk/contracts/supportdesk/rpc/v1/stream.ts";
import fc from "fast-check";
import { expect, it } from "vitest";
import { decodeFrames, encodeFrames, type Frame } from "./frame.ts";

const bytes = fc.uint8Array({ minLength: 1, maxLength: 300 });
const text = fc.string({ minLength: 1, maxLength: 200, unit: "binary" });
const yes = fc.constant(true);
const uint32 = fc.integer({ min: 1, max: 2 ** 32 - 1 });
const frame: fc.Arbitrary<Frame> = fc.record(
	{
		call: fc.integer({ min: 0, max: 2 ** 32 - 1 }),
		method: text,
		context: text,
		timeoutMs: uint32,
		traceparent: text,
		body: bytes,
		more: yes,
		cancel: yes,
		status: fc.record({ code: uint32, message: text, details: bytes }),
		retire: yes,
	},
	{ requiredKeys: ["call"] },
);
const frames = fc.array(frame, { maxLength: 5 });

/** The frames in the generated code's form: what is absent has its default. */
function generated(all: readonly Frame[]): Frames {
	return Frames.fromPartial({
		frames: all.map(({ body, status, ...frame }) => ({
			...frame,
			body: body && Buffer.from(body),
			status: status && { ...status, details: Buffer.from(status.details) },
		})),
	});
}

it("writes what the contract's own code reads", () => {
	fc.assert(
		fc.property(frames, (frames) => {
			const read = Frames.decode(encodeFrames(frames));
			expect(read).toEqual(generated(frames));
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

it("passes over fields that a newer peer adds", () => {
	// Frame 12 = 7, Frames 3 = "new".
	const newer = Buffer.from([
		0x0a, 4, 0x08, 5, 0x60, 7, 0x1a, 3, 110, 101, 119,
	]);
	expect(decodeFrames(newer)).toEqual([{ call: 5 }]);
});

it("reads or refuses whatever comes, and never beyond it", () => {
	fc.assert(
		fc.property(fc.uint8Array({ maxLength: 200 }), (garbage) => {
			try {
				decodeFrames(garbage);
			} catch (err) {
				expect(err).toBeInstanceOf(Error);
			}
		}),
	);
	const cut = encodeFrames([{ call: 1, body: Buffer.alloc(50) }]);
	expect(() => decodeFrames(cut.subarray(0, 20))).toThrow();
});
