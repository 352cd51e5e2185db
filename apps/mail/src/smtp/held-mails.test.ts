import { expect, it } from "vitest";
import { HeldMails } from "./held-mails.ts";

const KIB = 1024;

it("joins the pieces of a mail", () => {
	const mail = new HeldMails(1_000 * KIB).open("a");
	const pieces = ["Subject: x\r\n", "y".repeat(150 * KIB), "z", ""];
	for (const piece of pieces) mail.add(Buffer.from(piece));
	expect(mail.complete().toString()).toBe(pieces.join(""));
});

it("gives up the largest mail of the peer that holds most", () => {
	const mails = new HeldMails(100 * KIB);
	const slow = [50, 40].map((size) => {
		const mail = mails.open("slow");
		mail.add(Buffer.alloc(size * KIB));
		return mail;
	});
	const other = mails.open("other");
	for (let i = 0; i < 20; i += 1) other.add(Buffer.alloc(KIB));
	expect(slow.map(({ isGivenUp }) => isGivenUp)).toEqual([true, false]);
	expect(other.complete()).toHaveLength(20 * KIB);
});

it("gives up none that has arrived, and takes others again when it is closed", () => {
	const mails = new HeldMails(100 * KIB);
	const whole = mails.open("a");
	whole.add(Buffer.alloc(90 * KIB));
	expect(whole.complete()).toHaveLength(90 * KIB);
	const next = mails.open("b");
	next.add(Buffer.alloc(20 * KIB));
	expect([whole.isGivenUp, next.isGivenUp]).toEqual([false, true]);
	mails.close(whole);
	const last = mails.open("b");
	last.add(Buffer.alloc(90 * KIB));
	expect(last.isGivenUp).toBe(false);
});

it("holds a mail of millions of short lines in little more than its bytes", () => {
	const mail = new HeldMails(100 * KIB * KIB).open("a");
	const before = process.memoryUsage().heapUsed;
	const piece = Buffer.from("..\r\n");
	for (let i = 0; i < 1_000_000; i += 1) mail.add(piece.subarray(0, 4));
	const held = process.memoryUsage().heapUsed - before;
	expect(mail.bytes).toBe(4_000_000);
	expect(held).toBeLessThan(40_000_000);
});
