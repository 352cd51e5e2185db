import { threadTimeMs } from "@supportdesk/testkit/thread-time.ts";
import { expect, test } from "vitest";
import { questionTerms } from "../question.ts";
import { analyse } from "./analyse.ts";
import { joinCodes, separateCodes } from "./codes.ts";

const SPELLINGS = [
	["E12", "E-12", "E.12", "E_12", "E 12", "e12", "e 12", "e.12"],
	["LM413", "LM-413", "LM.413", "LM_413", "LM 413"],
	["ERR_TOO_MANY", "ERR-TOO-MANY", "ERR TOO MANY"],
];

test.each(
	SPELLINGS.flatMap((some) => some.flatMap((a) => some.map((b) => [a, b]))),
)("finds %s in an article that has %s", (asked, written) => {
	const terms = questionTerms(`What does ${asked} mean on the display?`);
	expect(terms.length).toBeGreaterThan(1);
	const held = analyse(`The code ${written} on the display has a meaning.`);
	expect(terms.filter((term) => term !== "mean")).toEqual(
		expect.arrayContaining([expect.stringMatching(/12|413|errtoomany/)]),
	);
	const codes = terms.filter((term) => /\d|^err/.test(term));
	expect(
		codes.filter((term) => !held.includes(term) && term !== "err"),
	).toEqual([]);
});

test("finds a code in lower case as it is displayed", () => {
	expect(questionTerms("got err_too_many again")).toContain("errtoomany");
	expect(analyse("ERR_TOO_MANY")).toContain("errtoomany");
});

test("leaves words, versions and quantities alone", () => {
	for (const text of ["I 14 times tried a 200", "go to 4.1.2", "plan B"]) {
		expect(joinCodes(text)).toBe(text);
		expect(separateCodes(text)).toBe(text);
	}
	expect(separateCodes("version 4.1 from 12 May")).toBe(
		"version 4.1 from 12 May",
	);
});

test("reads a megabyte of codes in a moment", () => {
	const start = threadTimeMs();
	separateCodes("ERR TOO ".repeat(125_000));
	separateCodes("E 12".repeat(250_000));
	joinCodes("E.1".repeat(300_000));
	expect(threadTimeMs() - start).toBeLessThan(2_000);
});
