import { expect, it } from "vitest";
import { parseEmail, parseName } from "./text.ts";

it("trims names and normalises them to NFC", () =>
	expect(parseName(" Rene\u0301 ")).toBe("Ren\u00e9"));

it.each(["", "  ", "a\nb", "a\0b", "a\u202eb", "\ud800", "x".repeat(201)])(
	"refuses the name %j",
	(name) =>
		expect(() => parseName(name)).toThrow(
			"A name has 1 to 200 visible characters.",
		),
);

it.each(["ana@example.com", " o'neil+tag@mail.example.co.uk "])(
	"accepts the address %j",
	(email) => expect(parseEmail(email)).toBe(email.trim()),
);

it.each([
	"",
	"ana",
	"ana@",
	"@b.co",
	"a b@c.co",
	"a@b@c.co",
	"a@b",
	"a@b.co\r\nBcc: x@y.co",
	"<a@b.co>",
	`a@${"b".repeat(250)}.co`,
])("refuses the address %j", (email) =>
	expect(() => parseEmail(email)).toThrow("is not an e-mail address"),
);
