import { expect, test } from "vitest";
import { openWordPiece } from "../encoder/vocabulary.ts";
import { languageOfTicket } from "./language.ts";

const wordPiece = openWordPiece();

test.each([
	["Where is my order?", "en"],
	["Redeem code", "en"],
	["Seller", "en"],
	["23 April Ka payment Nahi Aaya sir", "en"],
	["Mein Paket ist noch nicht angekommen", "de"],
	["Où est ma commande ?", "fr"],
	["¿Dónde está mi pedido?", "es"],
	["Non riesco ad accedere al mio conto", "it"],
	["Não consigo entrar na minha conta", "pt"],
	["Leveren jullie ook in België?", "nl"],
	["Nie mogę się zalogować na konto", "pl"],
	["この靴の26センチはありますか。", "ja"],
	["退款还没到账", "zh"],
	["Где мой заказ?", undefined],
	["asdkjh qwlekj zxmnvb", undefined],
	["", undefined],
] as const)("reads %j as %s", (text, language) => {
	expect(languageOfTicket(text, wordPiece)).toBe(language);
});
