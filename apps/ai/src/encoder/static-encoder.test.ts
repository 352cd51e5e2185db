import { statSync } from "node:fs";
import { threadTimeMs } from "@supportdesk/testkit/thread-time.ts";
import { expect, test } from "vitest";
import { cosine } from "./encoder.ts";
import {
	createStaticEncoder,
	openEnglishTable,
	openStaticEncoder,
} from "./static-encoder.ts";

const encoder = openStaticEncoder();

test("puts paraphrases closer together than other texts", () => {
	const order = encoder.embedNow("where is my order?");
	const parcel = encoder.embedNow("my package has not arrived yet");
	const password = encoder.embedNow("I forgot my password");
	expect(cosine(order, parcel)).toBeGreaterThan(cosine(order, password) + 0.2);
	expect(cosine(order, order)).toBeCloseTo(1, 5);
});

test("gives a text without a known word the zero vector", () => {
	expect(cosine(encoder.embedNow(""), encoder.embedNow(""))).toBe(0);
});

test.each([
	"Wie ändere ich meine Kreditkarte?",
	"Comment changer ma carte de crédit ?",
	"¿Cómo cambio mi tarjeta de crédito?",
	"クレジットカードを変更するには?",
])("puts %s near its translation", (question) => {
	const asked = encoder.embedNow(question);
	const near = encoder.embedNow("How do I change my credit card?");
	const far = encoder.embedNow("How do I clean the filter of the machine?");
	expect(cosine(asked, near)).toBeGreaterThan(cosine(asked, far) + 0.2);
});

test("reads English as the English table alone does", () => {
	const { table, wordPiece } = openEnglishTable();
	const english = createStaticEncoder(table, wordPiece);
	for (const text of ["How do I cancel?", "mailbox", "promo code invalid", ""])
		expect(encoder.embedNow(text)).toEqual(english.embedNow(text));
});

test("gives a text in letters that it does not know the zero vector", () => {
	for (const text of ["Как отменить подписку?", "Как отменить Premium?"])
		expect(encoder.embedNow(text).every((n) => n === 0)).toBe(true);
});

test.each(["\u0301", "漢", "ö"])("reads a long run of %j fast", (letter) => {
	const text = `Wie kündige ich mein Abo? ${letter.repeat(250_000)}`;
	encoder.embedNow(text);
	const startedMs = threadTimeMs();
	encoder.embedNow(`${text}!`);
	expect(threadTimeMs() - startedMs).toBeLessThan(500);
});

test("is a table of at most 8 MB", () => {
	const file = new URL("../../models/static-256.bin", import.meta.url);
	expect(statSync(file).size).toBeLessThanOrEqual(8_000_000);
	const foreign = new URL("../../models/foreign-rows.bin", import.meta.url);
	expect(statSync(foreign).size).toBeLessThanOrEqual(2_000_000);
});
