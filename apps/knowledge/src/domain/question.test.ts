import { expect, test } from "vitest";
import { isReadable } from "./question.ts";

test.each([
	["How do I reset my password?", true],
	["Wie lange lädt der Akku?", true],
	["E-1042", true],
	["4711 🙂", true],
	["パスワードを忘れました", false],
	["X200の充電時間", false],
	["ลืมรหัสผ่าน", false],
	["забыл пароль", false],
	["the word пароль", true],
])("can read %j: %s", (text, expected) => {
	expect(isReadable(text)).toBe(expected);
});

test("an encoder with a version reads every script", () => {
	expect(isReadable("パスワードを忘れました", "e5-1")).toBe(true);
});
