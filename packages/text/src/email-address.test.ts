import fc from "fast-check";
import { expect, it, test } from "vitest";
import { parseEmailAddress } from "./email-address.ts";

test.each([
	["ada@example.com", "ada@example.com", "ada@example.com"],
	[" Ada.L@Example.COM ", "Ada.L@example.com", "ada.l@example.com"],
	["a+tag@ex.co", "a+tag@ex.co", "a+tag@ex.co"],
	["o'neil@ex.co", "o'neil@ex.co", "o'neil@ex.co"],
	["a@münchen.de", "a@xn--mnchen-3ya.de", "a@xn--mnchen-3ya.de"],
	["a@xn--mnchen-3ya.de", "a@xn--mnchen-3ya.de", "a@xn--mnchen-3ya.de"],
	["a@日本.jp", "a@xn--wgv71a.jp", "a@xn--wgv71a.jp"],
])("reads %j", (text, address, key) => {
	expect(parseEmailAddress(text)).toEqual({ address, key });
});

test.each([
	"",
	"a",
	"a@",
	"@b.co",
	"a b@c.co",
	"a@b@c",
	"a@b@c.co",
	"a@localhost",
	"a@1.2.3.4",
	"a@[1.2.3.4]",
	"a@b..co",
	"a@.co",
	"a@b.co.",
	"a@-b.co",
	"a@b_c.co",
	"a@b%41.co",
	"a@b/c.co",
	".a@b.co",
	"a..b@c.co",
	'"a"@b.co',
	"a(x)@b.co",
	"a,b@c.co",
	"a@xn--0049.com",
	"=?utf-8?q?x=40e.co?=@y.co",
	"a\r\nb@c.co",
	"a@b.co\u0000",
	"ä@b.co",
	`${"a".repeat(65)}@b.co`,
	`a@${"b".repeat(64)}.co`,
	`a@${"b.".repeat(130)}co`,
	`${"a".repeat(310)}@example.com`,
])("refuses %j", (text) => {
	expect(parseEmailAddress(text)).toBeUndefined();
});

it("parses its own output to the same address", () => {
	fc.assert(
		fc.property(fc.emailAddress(), (text) => {
			const parsed = parseEmailAddress(text);
			fc.pre(parsed !== undefined);
			expect(parseEmailAddress(parsed!.address)).toEqual(parsed);
		}),
	);
});

it("rejects a long text quickly", () => {
	const started = performance.now();
	parseEmailAddress(`${"a.".repeat(5_000)}@${"b.".repeat(5_000)}`);
	expect(performance.now() - started).toBeLessThan(50);
});
