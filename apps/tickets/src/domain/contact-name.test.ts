import { expect, it, test } from "vitest";
import { defaultContactName, parseContactName } from "./contact-name.ts";

it("trims and composes", () => {
	expect(parseContactName(" Zoe\u0308 ")).toBe("Zoë");
	expect(parseContactName(undefined)).toBeUndefined();
});

test.each([
	"a\r\nb",
	"a\u202Eb",
	"x".repeat(201),
	"x".repeat(10_000),
	"  ",
	"a\tb",
])("refuses %j", (name) => {
	expect(() => parseContactName(name)).toThrow(
		expect.objectContaining({
			code: "invalid_parameter",
			param: "contact.name",
		}),
	);
});

it("falls back to the local part", () => {
	expect(
		defaultContactName({ address: "Ada.L@ex.co", key: "ada.l@ex.co" }),
	).toBe("Ada.L");
});
