import { EventEmitter } from "node:events";
import { setImmediate as turn } from "node:timers/promises";
import { expect, it } from "vitest";
import { decodeFrames, type Frame } from "./frame.ts";
import { createFrameWriter } from "./frame-writer.ts";

const KIB = 1024;

/** A stream whose peer reads as long as `reads` says so. */
class Sink extends EventEmitter {
	reads = true;
	readonly messages: Frame[][] = [];
	write(message: Buffer) {
		this.messages.push(decodeFrames(message));
		return this.reads;
	}
	frames = () => this.messages.flat();
}

it("sends the frames of one turn in one message", async () => {
	const sink = new Sink();
	const writer = createFrameWriter(sink);
	for (const call of [1, 2, 3]) writer.send({ call, cancel: true });
	expect(sink.messages).toEqual([]);
	await turn();
	expect(sink.messages).toHaveLength(1);
	expect(sink.frames().map(({ call }) => call)).toEqual([1, 2, 3]);
	expect(writer.isIdle()).toBe(true);
});

it("lets small messages pass between the parts of a large one", async () => {
	const sink = new Sink();
	const writer = createFrameWriter(sink);
	const body = Buffer.alloc(300 * KIB, "x");
	writer.send({ call: 1, method: "/a/b", body });
	writer.send({ call: 2, body: Buffer.from("small") });
	await turn();
	const order = sink.frames().map(({ call }) => call);
	expect(order.indexOf(2)).toBe(1);
	const parts = sink.frames().filter(({ call }) => call === 1);
	expect(parts.map(({ more }) => more === true)).toEqual([
		...parts.slice(1).map(() => true),
		false,
	]);
	expect(parts.map(({ method }) => method)).toEqual([
		"/a/b",
		...parts.slice(1).map(() => undefined),
	]);
	expect(Buffer.concat(parts.map((part) => part.body!))).toEqual(body);
});

it("writes no faster than the peer reads, and counts what waits", async () => {
	const sink = new Sink();
	sink.reads = false;
	const writer = createFrameWriter(sink);
	writer.send({ call: 1, body: Buffer.alloc(500 * KIB) });
	await turn();
	const before = sink.messages.length;
	expect(before).toBe(1);
	writer.send({ call: 2, body: Buffer.alloc(KIB) });
	await turn();
	expect(sink.messages).toHaveLength(before);
	expect(writer.waitingBytes()).toBe((500 - 64 + 1) * KIB);
	sink.reads = true;
	sink.emit("drain");
	expect(writer.waitingBytes()).toBe(0);
	const sum = sink.frames().reduce((sum, { body }) => sum + body!.length, 0);
	expect(sum).toBe(501 * KIB);
});

it("takes back what has not left of a call that nobody waits for", async () => {
	const sink = new Sink();
	sink.reads = false;
	const writer = createFrameWriter(sink);
	writer.send({ call: 1, body: Buffer.alloc(500 * KIB) });
	await turn();
	writer.withdraw(1);
	expect(writer.waitingBytes()).toBe(0);
	sink.emit("drain");
	await turn();
	expect(sink.messages).toHaveLength(1);
});
