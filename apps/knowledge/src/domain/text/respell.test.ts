import { expect, test } from "vitest";
import { Vocabulary } from "../index/spelling.ts";
import { analyse } from "./analyse.ts";
import { respell } from "./respell.ts";

const TEXT = "Certificates, deliveries, subscriptions, the parcel and a site";
const vocabulary = new Vocabulary(analyse(TEXT));
const known = new Set(analyse(TEXT));
const spellingOf = (term: string) =>
	known.has(term) ? undefined : vocabulary.spellingsOf(term)[0];

test.each([
	["my certifcate", "my certificate"],
	["where is my parcle?", "where is my parcel?"],
	["pause subscirption", "pause subscription"],
	["the parcel is here", "the parcel is here"],
	["zeppelin", "zeppelin"],
	["I parked at the sine", "I parked at the sine"],
])("corrects %j to %j", (text, expected) => {
	expect(respell(text, spellingOf)).toBe(expected);
});
