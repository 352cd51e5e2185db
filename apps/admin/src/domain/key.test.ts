import { SCOPES } from "@supportdesk/keys/scopes.ts";
import { expect, it } from "vitest";
import { parseExpiry, parseScopes } from "./key.ts";

const NOW = new Date("2026-11-21T09:30:00.000Z");

it.each([
	["tickets:read", ["tickets:read"]],
	["knowledge:write, tickets:read", ["tickets:read", "knowledge:write"]],
	["tickets:read tickets:read", ["tickets:read"]],
	["all", SCOPES],
])("accepts the scopes %j", (text, scopes) =>
	expect(parseScopes(text)).toEqual(scopes),
);

it.each(["", ",", "tickets", "Tickets:read", "tickets:read,all"])(
	"refuses the scopes %j",
	(text) =>
		expect(() => parseScopes(text)).toThrow(
			"tickets:read, tickets:write, knowledge:read, knowledge:write",
		),
);

it.each([
	["2027-01-31", "2027-01-31T00:00:00.000Z"],
	["2028-02-29", "2028-02-29T00:00:00.000Z"],
	["2027-01-31T09:30Z", "2027-01-31T09:30:00.000Z"],
	["2027-01-31T09:30:00.5+02:00", "2027-01-31T07:30:00.500Z"],
])("reads %j as %s", (text, iso) =>
	expect(parseExpiry(text, NOW).toISOString()).toBe(iso),
);

it.each([
	"",
	"tomorrow",
	"2027-02-31",
	"2027-02-31T00:00:00Z",
	"2027-13-01",
	"2027-01-31T09:30:00",
	"2027-01-31T25:00Z",
	"01/02/2027",
	"1e9",
])("refuses %j, which is not a date", (text) =>
	expect(() => parseExpiry(text, NOW)).toThrow("is not a date like"),
);

it.each(["2026-11-21", "2026-11-21T09:30:00Z"])(
	"refuses %j, which has passed",
	(text) => expect(() => parseExpiry(text, NOW)).toThrow("has passed"),
);
