import { threadTimeMs } from "@supportdesk/testkit/thread-time.ts";
import { describe, expect, it, test } from "vitest";
import { isSurelyForeign, languageOf, readsAsEnglish } from "./language-of.ts";

test.each([
	["en", "How do I export my data to CSV?"],
	["en", "password reset link expired"],
	["de", "Passwort vergessen"],
	["de", "Wo finde ich die API keys für Webhooks?"],
	["fr", "Où est ma commande ?"],
	["es", "No puedo entrar en mi cuenta"],
	["it", "Come posso cambiare il mio indirizzo?"],
	["pt", "Quero cancelar a minha assinatura"],
	["nl", "factuur downloaden"],
	["pl", "Nie mogę się zalogować"],
	["ja", "パスワードを忘れました"],
	["ja", "iPhone 12 のアプリにログインできない"],
	["zh", "忘记密码怎么办"],
	["ko", "비밀번호를 잊어버렸어요"],
	["ru", "Где мой заказ?"],
	["uk", "Як змінити мій пароль і пошту?"],
])("says %s of: %s", (language, text) => {
	expect(languageOf(text)).toBe(language);
});

describe("does not say the language of", () => {
	test.each([
		["", "nothing"],
		["12:30, 4.1.1.2, ERR_104", "codes"],
		["https://example.com/de/hilfe?seite=2", "a link"],
		["SSO SAML Okta", "names"],
		["Hi", "a word of many languages"],
		["返金", "two signs that are Chinese and Japanese"],
		[
			"The invoice is missing from my account. Die Rechnung fehlt in meinem Konto.",
			"two languages",
		],
	])("%s (%s)", (text) => {
		expect(languageOf(text)).toBeUndefined();
	});
});

it("sees past an English name and a short quotation in a long text", () => {
	const text =
		"Guten Tag,\n\nseit gestern zeigt die App beim Start die Meldung „Something went wrong“ und schließt sich " +
		"wieder. Ich habe sie schon neu installiert, aber es hat nicht geholfen.\n\nViele Grüße\nJohn Smith";
	expect(languageOf(text)).toBe("de");
});

it("takes no longer for a text of many megabytes than for its beginning", () => {
	const text = "Wie kann ich mein Abo kündigen? ".repeat(200_000);
	const startedMs = threadTimeMs();
	expect(languageOf(text)).toBe("de");
	expect(threadTimeMs() - startedMs).toBeLessThan(500);
});

test.each([
	["refund", true],
	["webhook returns 403", true],
	["12345", true],
	["", true],
	["factura", false],
	["La cafetera no encuentra el router de casa", false],
	["返金", false],
])(
	"where the language cannot be said, %s is English: %s",
	(text, isEnglish) => {
		expect(readsAsEnglish(text)).toBe(isEnglish);
	},
);

test.each([
	["Wie kündige ich mein Abo?", true],
	["パスワード", true],
	["mailbox", false],
	["How do I cancel?", false],
	["", false],
])("%s is surely foreign: %s", (text, isForeign) => {
	expect(isSurelyForeign(text)).toBe(isForeign);
});
