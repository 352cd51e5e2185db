import { expect, it, test } from "vitest";
import {
	joinParticipants,
	readCopies,
	readParticipants,
} from "./participants.ts";

it("has each participant once, without the contact, however the address is written", () => {
	const bo = { email: "bo@ex.example", name: "Bo" };
	const added = readCopies([
		"BO@ex.example",
		"Dee@ex.example",
		"cy@EX.example",
		"CY@ex.example",
	]);
	expect(joinParticipants([bo], added, "dee@ex.example")).toEqual([
		bo,
		{ email: "cy@ex.example", name: "" },
	]);
});

it("has at most fifty", () => {
	const many = readCopies(
		Array.from({ length: 51 }, (_, i) => `p${i}@ex.example`),
	);
	expect(joinParticipants([], many.slice(0, 50), "")).toHaveLength(50);
	expect(() => joinParticipants([], many, "")).toThrow("at most 50");
});

test.each([
	"a@b.example\r\nBcc: eve@evil.example",
	"a@b.example, eve@evil.example",
	'"a" <a@b.example>',
	"=?utf-8?q?eve=40evil.example?=@b.example",
	"a@b",
	"аnn@b.example",
	"a b@c.example",
	"<a@b.example>",
	"",
])("%j is no address that gets copies", (address) => {
	expect(() => readCopies([address])).toThrow(
		expect.objectContaining({ param: "cc.0" }),
	);
});

it("writes domains of other scripts in the form that nobody mistakes", () => {
	const [read] = readCopies(["ann@раypal.example"]);
	expect(read!.email.address).toMatch(/^ann@xn--/);
});

test.each(["a\nb", "a\u202eb"])("%j is no name", (name) => {
	const json = JSON.stringify([{ email: "a@b.example", name }]);
	expect(() => readParticipants(json)).toThrow(
		expect.objectContaining({ param: "participants.0.name" }),
	);
});
