import { describe, expect, it, test } from "vitest";
import { newEvent, OWN_JOB } from "./new-event.ts";
import { previousFields } from "./previous-fields.ts";

const now = new Date("2026-11-20T09:30:00.000Z");
const cause = { requestId: "req_1", apiKeyId: "key_1" };
const change = {
	type: "article.updated",
	resourceId: "kb_1",
	beforeJson: '{"id":"kb_1","title":"A"}',
	afterJson: '{"id":"kb_1","title":"B"}',
} as const;

describe("an event", () => {
	it("names the API key and the request that caused it", () => {
		expect(newEvent(cause, change, now)).toEqual({
			id: expect.stringMatching(/^evt_[0-9a-z]{26}$/),
			type: "article.updated",
			createdAt: now.toISOString(),
			actor: { type: "api_key", id: "key_1" },
			requestId: "req_1",
			resource: { type: "article", id: "kb_1" },
			ticketId: "",
			contactId: "",
			objectJson: change.afterJson,
			previousJson: '{"title":"A"}',
		});
	});

	it("names the system and no request for a change by a job, or by a call that a job makes", () => {
		const ofSystem = { actor: { type: "system", id: "" }, requestId: "" };
		expect(newEvent(OWN_JOB, change, now)).toMatchObject(ofSystem);
		const call = { requestId: "req_1", apiKeyId: "" };
		expect(newEvent(call, change, now)).toMatchObject(ofSystem);
	});

	it("has nothing previous for a new resource", () => {
		const created = { ...change, beforeJson: undefined };
		expect(newEvent(cause, created, now).previousJson).toBe("null");
	});

	it("names the ticket and the contact that it is about", () => {
		const about = { ticketId: "tkt_1", contactId: "cnt_1" };
		expect(newEvent(cause, { ...change, ...about }, now)).toMatchObject(about);
	});
});

test.each([
	["the same", '{"a":1,"b":[1]}', '{"b":[1],"a":1}', "{}"],
	["another value", '{"a":1,"b":2}', '{"a":1,"b":3}', '{"b":2}'],
	["null before", '{"a":null}', '{"a":1}', '{"a":null}'],
	["null after", '{"a":1}', '{"a":null}', '{"a":1}'],
	[
		"a part of a field",
		'{"a":{"b":1,"c":2}}',
		'{"a":{"b":1}}',
		'{"a":{"b":1,"c":2}}',
	],
	[
		"another order of items",
		'{"a":["x","y"]}',
		'{"a":["y","x"]}',
		'{"a":["x","y"]}',
	],
	[
		"a field removed, and another one added",
		'{"id":"1","a":1}',
		'{"id":"1","b":true}',
		'{"a":1,"b":null}',
	],
])("the previous fields after %s", (_what, before, after, expected) => {
	expect(previousFields(before, after)).toBe(expected);
});
