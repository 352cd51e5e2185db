import { threadTimeMs } from "@supportdesk/testkit/thread-time.ts";
import { describe, expect, it, test } from "vitest";
import { analyse, analyseQuery } from "./analyse.ts";

describe("analyse", () => {
	it("drops uninformative words, case, accents and apostrophes", () => {
		expect(analyse("How can I close the CAFÉ's account?")).toEqual(
			analyse("close cafe account"),
		);
	});

	test.each([
		["Wie kann ich mein Abo kündigen?", "abo kundigen"],
		["Comment résilier mon abonnement ?", "resilier abonnement"],
		["¿Dónde puedo descargar la factura?", "descargar factura"],
		["Come posso scaricare la fattura?", "scaricare fattura"],
		["Como posso cancelar a minha assinatura?", "cancelar assinatura"],
		["Hoe kan ik mijn wachtwoord wijzigen?", "wachtwoord wijzigen"],
		["Jak mogę zmienić swoje hasło?", "zmienic haslo"],
	])("drops the uninformative words of the language of: %s", (text, rest) => {
		expect(analyse(text)).toEqual(rest.split(" ").flatMap(analyse));
	});

	it("keeps a word that says nothing only in another language", () => {
		expect(analyse("Why did the battery die?")).toContain("die");
	});

	it("drops pairs of signs that are grammar", () => {
		expect(analyse("パスワードを忘れました")).not.toContain("まし");
		expect(analyse("怎么取消订阅")).not.toContain("怎么");
		expect(analyseQuery("おすすめ")).toEqual(["おす", "すす", "すめ"]);
	});

	test.each([
		["AX-2000", "ax2000"],
		["ax2000", "ax2000"],
		["ERR_104", "err104"],
		["4.1.1.2", "4.1.1.2"],
		["CWLIB0001E", "cwlib0001e"],
	])("keeps the code %s whole", (code, term) => {
		expect(analyse(`error ${code} shown`)).toContain(term);
	});

	it("takes pairs of characters where words are not spaced", () => {
		expect(analyse("退款政策")).toEqual(["退款", "款政", "政策"]);
		expect(analyse("ルール")).toEqual(["ルー", "ール"]);
	});

	it.each([
		["パスワード", "パスワードを忘れました"],
		["iPhone15", "iPhone15の修理方法"],
		["E-1042", "エラーE-1042が出る"],
		["修理", "iPhone15の修理方法"],
		["ລະຫັດ", "ລືມລະຫັດຜ່ານ"],
		["စကား", "စကားဝှက်"],
		["पासवर्ड", "हिन्दी में पासवर्ड"],
		["STRASSE", "die Straße"],
	])("finds %s in %s", (word, text) => {
		const terms = analyse(word);
		expect(terms).not.toEqual([]);
		expect(analyse(text)).toEqual(expect.arrayContaining(terms));
	});

	it.each([
		["バス", "パス"],
		["कल", "कुल"],
		["มา", "ม้า"],
	])("distinguishes %s from %s", (a, b) => {
		expect(analyse(a)).not.toEqual(analyse(b));
	});

	it("keeps the stop words of a question of stop words alone", () => {
		expect(analyse("how to use it")).toEqual([]);
		expect(analyseQuery("how to use it")).not.toEqual([]);
	});

	it("reads a megabyte of one letter, or of hyphens, in a moment", () => {
		const start = threadTimeMs();
		analyse("a".repeat(500_000));
		analyse("a-".repeat(250_000));
		analyse("a@の".repeat(150_000));
		expect(threadTimeMs() - start).toBeLessThan(2_000);
	});
});
