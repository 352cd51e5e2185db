import { expect, it } from "vitest";
import { readPythonText } from "./python-strings.ts";

it.each([
	["a string", `"a\\nb"`, "a\nb"],
	["a string with a prefix", `u'ä'`, "ä"],
	["a text of several lines", `"""one\ntwo"""`, "one\ntwo"],
	["strings side by side", `'one' \\\n   'two'`, "onetwo"],
	["escaped bytes", `'\\xe4'`, "ä"],
	["a name", "body", "text"],
	["an unknown name", "other", undefined],
])("reads %s of a Python source", (_, source, expected) => {
	const variables = new Map([["body", "text"]]);
	expect(readPythonText(source, 0, variables)?.text).toBe(expected);
});
