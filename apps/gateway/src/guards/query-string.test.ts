import { AppError } from "@supportdesk/errors/app-error.ts";
import { expect, it, test } from "vitest";
import { parseQuery } from "./query-string.ts";

test.each([
	["/v1/tickets", {}],
	["/v1/tickets?", {}],
	["/v1/tickets?&&", {}],
	["/v1/tickets?limit=5&status=open", { limit: "5", status: "open" }],
	["/v1/tickets?limit=", { limit: "" }],
	["/v1/tickets?limit", { limit: "" }],
	["/v1/tickets?tag=a=b?c", { tag: "a=b?c" }],
	["/v1/tickets?tag=a+b%2Bc%20d", { tag: "a b+c d" }],
	["/v1/tickets?tag=%C3%A9%F0%9F%98%80", { tag: "é😀" }],
	["/v1/tickets?tag=' OR 1=1", { tag: "' OR 1=1" }],
])("%s holds %j", (target, expected) => {
	expect({ ...parseQuery(target) }).toEqual(expected);
});

test.each([
	["?limit=1&limit=2", "limit"],
	["?limit=1&%6cimit=1", "limit"],
	["?tag=%", "tag"],
	["?tag=%ff%zz", "tag"],
	["?tag=%ff", "tag"],
	["?tag=%ED%A0%80", "tag"],
	["?tag=%C0%AF", "tag"],
	["?%ff=1", null],
])("%s is refused and %s is to blame", (query, param) => {
	expect.assertions(2);
	try {
		parseQuery(`/v1/tickets${query}`);
	} catch (err) {
		expect(err).toBeInstanceOf(AppError);
		expect(err).toMatchObject({
			type: "invalid_request",
			code: "invalid_parameter",
			param,
		});
	}
});

it("treats names that are special in JavaScript as ordinary names", () => {
	const values = parseQuery("?__proto__=1&constructor=2");
	expect(Object.entries(values)).toEqual([
		["__proto__", "1"],
		["constructor", "2"],
	]);
});
