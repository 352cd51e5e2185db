import { expect, test } from "vitest";
import { startOf, wasReadBefore } from "./position.ts";

const folder = { source: "a", uidValidity: 7, uidNext: 11 };
const known = { source: "a", uidValidity: 7, lastUid: 10, sinceMs: 5 };

test.each([
	[
		"a folder that was never read",
		undefined,
		{ ...known, lastUid: 0, sinceMs: 9 },
	],
	["a folder that is read up to its end", known, known],
	[
		"another folder",
		{ ...known, source: "b" },
		{ ...known, lastUid: 0, sinceMs: 9 },
	],
	[
		"a folder with another UIDVALIDITY",
		{ ...known, uidValidity: 6 },
		{ ...known, lastUid: 0 },
	],
	[
		"a folder that has fewer UIDs than were read",
		{ ...known, lastUid: 11 },
		{ ...known, lastUid: 0 },
	],
])("begins in %s where it has to", (_what, before, expected) => {
	expect(startOf(folder, before, 9)).toEqual(expected);
});

test.each([
	[true, 4, true],
	[true, 6, false],
	[false, 4, false],
])(
	"leaves out a mail only if it is read (%s) and old (%d)",
	(isSeen, arrivedMs, expected) => {
		expect(wasReadBefore({ isSeen, arrivedMs }, known)).toBe(expected);
	},
);
