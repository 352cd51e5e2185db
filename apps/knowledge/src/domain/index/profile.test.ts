import { createHash } from "node:crypto";
import { expect, it } from "vitest";
import { ANALYSIS_VERSION, profileOf, textsToEmbed } from "./profile.ts";

/** An example of each kind that the analysis distinguishes. */
const TITLE = "Die Straße: resetting the AX-2000's password (E-104)";
const BODY = `# Before you begin

Customers **shouldn't** update v2.10.3 &amp; restart. <p>One</p><ul><li>two</li></ul>

| size | price |
|---|---|
| small | 5 |

1. パスワードを忘れました。退款政策 ลืมรหัสผ่าน
The codes E.12, E 14, LM413 and ERR_TOO_MANY.

2. हिन्दी में पासवर्ड, مُحَمَّد, Ёлка

${"A sentence that fills a passage until there is another one. ".repeat(30)}`;

it("has a version that changes when the analysis changes", () => {
	const { terms, titleCounts, bodyCounts } = profileOf(TITLE, BODY);
	const read = [terms, [...titleCounts], [...bodyCounts]];
	const hash = createHash("sha256")
		.update(JSON.stringify([read, textsToEmbed(TITLE, BODY)]))
		.digest("hex")
		.slice(0, 16);
	// Another hash? Increment the version: otherwise indexed articles keep the profiles of the earlier code.
	expect({ version: ANALYSIS_VERSION, hash }).toEqual({
		version: 7,
		hash: "c390d1526e6df0d0",
	});
});
