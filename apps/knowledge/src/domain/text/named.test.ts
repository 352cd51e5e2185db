import { threadTimeMs } from "@supportdesk/testkit/thread-time.ts";
import { expect, test } from "vitest";
import { namedTerms } from "./named.ts";

test.each([
	["How do I descale a Kestrel 500?", ["kestrel", "500"]],
	["What does error C-310 mean?", ["c310"]],
	["Site shows 504", ["504"]],
	["What is ERR_TOO_MANY?", ["errtoomany"]],
	["go back to version 4.1", ["4.1"]],
	["my order 48213 of 3 May has not come after 14 days", ["mai"]],
	["I paid 20 euros for 2,000 sheets", []],
	["Do you deliver to Norway?", ["norwai"]],
	["Charge the Solis Outdoor", ["solis", "outdoor"]],
	["How do I pair the Solis Mini?", ["solis", "mini"]],
	["Do you have Wi-Fi?", []],
	["Do you sell 4 pillows of 40 x 60 cm with a 20 % discount?", []],
	["The import says that our file has 300 lines", []],
	["what's new in 8.0", ["8.0"]],
	["How do I activate an eSIM?", ["esim"]],
	["HOW DO I RESET IT", []],
	["Wie bekomme ich mein Geld zurück?", []],
])("the names in %j", (text, expected) => {
	expect(namedTerms(text)).toEqual(expected);
});

test.each([
	["digits", "1".repeat(20_000)],
	["marks within a word", `a${":".repeat(20_000)}1`],
])("are read in linear time among %s", (_, text) => {
	const start = threadTimeMs();
	namedTerms(text);
	expect(threadTimeMs() - start).toBeLessThan(300);
});
