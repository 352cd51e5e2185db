import { EventEmitter } from "node:events";
import { setImmediate as turn } from "node:timers/promises";
import { expect, it } from "vitest";
import { decodeFrames, type Frame, frame } from "./frame.ts";
import { createFrameWriter } from "./frame-writer.ts";

const KIB = 1024;

/** A stream whose peer reads while `reads` returns true. */
class Sink extends EventEmitter {
	reads = true;
	readonly messages: Frame[][] = [];
	write(message: Buffer) {
		this.messages.push(decodeFrames(message));
		return this.reads;
	}
	calls = () => this.messages.map((m) => m.map(({ header }) => header.call));
}

it("sends the frames of one turn in one message", async () => {
	const sink = new Sink();
	const writer = createFrameWriter(sink);
	for (const call of [1, 2, 3]) writer.send(frame({ call, cancel: true }));
	expect(sink.messages).toEqual([]);
	await turn();
	expect(sink.calls()).toEqual([[1, 2, 3]]);
	expect(writer.isIdle()).toBe(true);
});

it("writes no faster than the peer reads", async () => {
	const sink = new Sink();
	sink.reads = false;
	let idle = 0;
	const writer = createFrameWriter(sink, () => {
		idle += 1;
	});
	const body = Buffer.alloc(60 * KIB);
	for (const call of [1, 2, 3, 4]) writer.send(frame({ call }, body));
	await turn();
	writer.send(frame({ call: 5 }));
	await turn();
	expect(sink.calls()).toEqual([[1, 2, 3]]);
	expect([writer.isBlocked(), writer.isIdle(), idle]).toEqual([true, false, 0]);
	sink.reads = true;
	sink.emit("drain");
	expect(sink.calls()).toEqual([
		[1, 2, 3],
		[4, 5],
	]);
	expect([writer.isBlocked(), writer.isIdle(), idle]).toEqual([false, true, 1]);
});

it("removes what has not been written of a call that is cancelled", async () => {
	const sink = new Sink();
	sink.reads = false;
	const writer = createFrameWriter(sink);
	writer.send(frame({ call: 1 }));
	await turn();
	writer.send(frame({ call: 2 }));
	writer.withdraw(2);
	sink.emit("drain");
	await turn();
	expect(sink.calls()).toEqual([[1]]);
});
