import { expect, test } from "vitest";
import { readSearchQuery } from "./search-query.ts";

test.each([
	["refund berlin", ["refund", "berlin"]],
	['"not working" -login', ["not working", "!login"]],
	['-"a b" c', ["!a b", "c"]],
	["a-b", ["a-b"]],
	["ada@example.com", ["ada@example.com"]],
	["東京都 東", ["東京 京都", "東*"]],
	["東京tower", ["tower", "東京"]],
	['"open phrase', ["open phrase"]],
	["- ! ()", []],
	["-only", []],
	["", []],
])("reads %j", (q, expected) => {
	const terms = readSearchQuery(q).map(
		({ words, kind, isExcluded }) =>
			`${isExcluded ? "!" : ""}${words.trim()}${kind === "beginning" ? "*" : ""}`,
	);
	expect(terms).toEqual(expected);
});
