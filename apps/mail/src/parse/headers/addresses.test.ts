import { expect, it } from "vitest";
import { parseAddresses } from "./addresses.ts";

it.each([
	["a bare address", "pat@example.com", [["", "pat@example.com"]]],
	[
		"a name",
		"Pat Example <pat@example.com>",
		[["Pat Example", "pat@example.com"]],
	],
	[
		"a name in quotes",
		'"Example, Pat" <pat@example.com>',
		[["Example, Pat", "pat@example.com"]],
	],
	["a comment", "pat@example.com (Pat)", [["Pat", "pat@example.com"]]],
	[
		"comments in comments",
		"Pat (at (home)) <pat@example.com>",
		[["Pat", "pat@example.com"]],
	],
	[
		"a group",
		"Team: one@example.com, Two <two@example.com>;",
		[
			["", "one@example.com"],
			["Two", "two@example.com"],
		],
	],
	["an empty group", "undisclosed-recipients:;", []],
	[
		"several",
		"a@example.com, b@example.com",
		[
			["", "a@example.com"],
			["", "b@example.com"],
		],
	],
	[
		"an encoded name",
		"=?utf-8?q?J=C3=B6rg?= <joerg@example.com>",
		[["Jörg", "joerg@example.com"]],
	],
	[
		"an encoded name in quotes",
		'"=?iso-8859-1?Q?J=F6rg?=" <joerg@example.com>',
		[["Jörg", "joerg@example.com"]],
	],
	["a domain in capitals", "Pat@EXAMPLE.com", [["", "Pat@example.com"]]],
	["no address", "Pat Example", []],
	["nothing", "", []],
])("reads %s", (_, header, expected) => {
	const found = parseAddresses(header).map(({ name, address }) => [
		name,
		address,
	]);
	expect(found).toEqual(expected);
});

it("makes no address of an encoded word", () => {
	const [only, ...more] = parseAddresses(
		"=?utf-8?q?boss=40desk.example=3E=2C_?= <pat@example.com>",
	);
	expect(more).toEqual([]);
	expect(only).toMatchObject({ address: "pat@example.com" });
});

it("starts no header line with an encoded name", () => {
	const [only] = parseAddresses(
		"=?utf-8?q?Pat=0D=0ABcc:_x=40example.com?= <pat@example.com>",
	);
	expect(only?.name).toBe("Pat Bcc: x@example.com");
});

it.each([
	[
		"letters of one language",
		"info@bücher.example",
		"info@xn--bcher-kva.example",
		"info@bücher.example",
	],
	[
		"another alphabet",
		"a@пример.example",
		"a@xn--e1afmkfd.example",
		"a@пример.example",
	],
	[
		"mixed alphabets",
		"a@pаypal.example",
		"a@xn--pypal-4ve.example",
		"a@xn--pypal-4ve.example",
	],
	["letters that imitate Latin ones", "a@раураl.example", undefined, undefined],
	[
		"only letters that imitate Latin ones",
		"a@сосо.example",
		"a@xn--n1aahb.example",
		"a@xn--n1aahb.example",
	],
])(
	"shows a domain of %s so that it is not mistaken",
	(_, header, address, shown) => {
		const [found] = parseAddresses(header);
		expect(found?.address).toMatch(/^[\x20-\x7e]+$/);
		if (address !== undefined) {
			expect(found).toMatchObject({ address, displayAddress: shown });
		} else {
			expect(found?.displayAddress).toBe(found?.address);
		}
	},
);
