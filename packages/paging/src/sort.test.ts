import { expect, it, test } from "vitest";
import { parseSort } from "./sort.ts";

const fields = ["created_at", "title"] as const;

it("reads field and direction", () => {
	expect(parseSort(fields, "title:asc")).toEqual({
		field: "title",
		direction: "asc",
	});
});

test.each([
	"",
	":",
	"title",
	"title:up",
	"title:asc:desc",
	"password:asc",
	"toString:asc",
	"title:ASC",
	" title:asc",
])("refuses %j", (text) => {
	expect(() => parseSort(fields, text)).toThrow(
		expect.objectContaining({ code: "invalid_sort", param: "sort" }),
	);
});
