import { parseEmailAddress } from "@supportdesk/text/email-address.ts";
import { expect, test } from "vitest";
import { candidateKeys } from "./mailbox.ts";

test.each([
	["support@desk.example", ["support@desk.example"]],
	[
		"Support+x@desk.example",
		["support+x@desk.example", "support@desk.example"],
	],
	[
		"a+b+c@desk.example",
		["a+b+c@desk.example", "a+b@desk.example", "a@desk.example"],
	],
	["+x@desk.example", ["+x@desk.example"]],
])("mail for %s belongs to a mailbox of one of %j", (address, expected) => {
	expect(candidateKeys(parseEmailAddress(address)!)).toEqual(expected);
});
