import { expect, test } from "vitest";
import { openWordPiece } from "../encoder/vocabulary.ts";
import { legibility } from "./legibility.ts";

const wordPiece = openWordPiece();

test.each([
	["Where is my order?", "english"],
	["pls cancel", "english"],
	["Refund", "english"],
	["Warranty?", "english"],
	["Thankyou", "english"],
	["CICS TS 5.3 abend ASRA in DFHAPDN", "english"],
	["Didn't", "english"],
	["whey", "english"],
	["Rescind!", "english"],
	["I'm nauseous", "english"],
	["Aww, it’s spam", "english"],
	["Price per month", "english"],
	["Non-refundable ticket", "english"],
	["Refund order 123, jane@example.com", "english"],
	["Headphones die quickly", "english"],
	["Total till today", "english"],
	["Phoenix AZ delivery", "english"],
	["My name is José, where is my pedido?", "english"],
	["¿Dónde está mi pedido? No ha llegado", "foreign"],
	["Ich möchte mein Geld zurück, bitte", "foreign"],
	["Où est ma commande ?", "foreign"],
	["Var är mitt paket?", "foreign"],
	["Hvor er min pakke?", "foreign"],
	["Hol van a csomagom?", "foreign"],
	["Nasaan ang order ko?", "foreign"],
	["Rechnung", "foreign"],
	["Lorem ipsum dolor sit amet, sed do eiusmod tempor", "foreign"],
	["Где мой заказ?", "foreign"],
	["أين طلبي", "foreign"],
	["asdkjh qwlekj zxmnvb", "meaningless"],
	["qwerty", "meaningless"],
	["dfghjk fjdksla", "meaningless"],
	["asdf", "meaningless"],
	["R E F U N D", "meaningless"],
	["Paise jaldi bheja karo bhai", "meaningless"],
	["????", "meaningless"],
	["12345 67890", "meaningless"],
	["", "meaningless"],
] as const)("takes %j for %s", (text, expected) => {
	expect(legibility(text, wordPiece)).toBe(expected);
});
