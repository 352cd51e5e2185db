import { threadTimeMs } from "@supportdesk/testkit/thread-time.ts";
import { expect, it } from "vitest";
import { checkMacro, fillPlaceholders, type Macro } from "./macro.ts";

const MACRO: Macro = {
	id: "mcr_1",
	name: "M",
	body: "Hello {{contact.name}}",
	type: "outbound",
	changes: {},
	createdAt: "",
	updatedAt: "",
};

it.each([
	"No placeholder",
	"{{ ticket.id }} {{agent.name}}{{group.name}}",
	"{ {ticket.id} } {{ }",
	"{{contact.email}}".repeat(100),
])("accepts the body %j", (body) =>
	expect(() => checkMacro({ ...MACRO, body })).not.toThrow(),
);

it.each([
	"{{contact.nam}}",
	"{{}}",
	"{{constructor}}",
	"{{contact}}",
	"{{contact.name}} {{workspace.name}}",
	"{{{{ticket.id}}}} {{x}}",
	"{{contact.email}}".repeat(101),
])("refuses the body %j", (body) =>
	expect(() => checkMacro({ ...MACRO, body })).toThrow(/body/),
);

it("refuses a macro that does nothing", () => {
	expect(() => checkMacro({ ...MACRO, body: null })).toThrow("needs a body");
	const changes = { assignee_id: null };
	expect(() => checkMacro({ ...MACRO, body: null, changes })).not.toThrow();
});

it("reads no value for placeholders, and no pattern of replacement", () => {
	const values = { "contact.name": "{{agent.email}} $& $1" };
	expect(
		fillPlaceholders("<{{contact.name}}>", (name) => values[name as never]),
	).toBe("<{{agent.email}} $& $1>");
});

it("reads a large body of braces in linear time", () => {
	const started = threadTimeMs();
	checkMacro({ ...MACRO, body: "{{".repeat(10_000) });
	fillPlaceholders("{{ ".repeat(7_000), () => "");
	expect(threadTimeMs() - started).toBeLessThan(500);
});
