import { describe, expect, it } from "vitest";
import { decryptText, encryptText } from "./encrypted-text.ts";

const KEY = "k".repeat(32);
const TEXT = "imaps://me:grüße@mail.example/";

describe("encryptText", () => {
	it("gives the text back to whoever has the key", () => {
		const bytes = encryptText(KEY, "mbx_1", TEXT);
		expect(decryptText(KEY, "mbx_1", bytes)).toBe(TEXT);
		expect(bytes.includes("grüße")).toBe(false);
		expect(encryptText(KEY, "mbx_1", TEXT).equals(bytes)).toBe(false);
	});

	it.each([
		["another key", "x".repeat(32), "mbx_1"],
		["another owner", KEY, "mbx_2"],
	])("gives nothing to %s", (_what, key, owner) => {
		const bytes = encryptText(KEY, "mbx_1", TEXT);
		expect(() => decryptText(key, owner, bytes)).toThrow();
	});
});
