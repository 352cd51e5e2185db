import { newId } from "@supportdesk/ids/ids.ts";
import { parseEmailAddress } from "@supportdesk/text/email-address.ts";
import { describe, expect, it } from "vitest";
import { replyAddress, replyToken, ticketOfAddress } from "./reply-token.ts";

const KEY = "k".repeat(32);
const TICKET = newId("tkt", 1_700_000_000_000);
const ADDRESS = replyAddress(
	"support@desk.example",
	replyToken(KEY, "wsp_1", TICKET),
)!;

describe("a reply token", () => {
	it("names its ticket in an address that mail servers take, in any case", () => {
		expect(parseEmailAddress(ADDRESS)).toBeDefined();
		for (const address of [ADDRESS, ADDRESS.toUpperCase()])
			expect(ticketOfAddress(KEY, "wsp_1", address)).toBe(TICKET);
	});

	it.each([
		["in another workspace", KEY, "wsp_2", ADDRESS],
		["with another key", "x".repeat(32), "wsp_1", ADDRESS],
		[
			"of another ticket",
			KEY,
			"wsp_1",
			ADDRESS.replace(TICKET.slice(4), newId("tkt", 1).slice(4)),
		],
		["with another end", KEY, "wsp_1", ADDRESS.replace(/.@/, "z@")],
		["that is missing", KEY, "wsp_1", "support@desk.example"],
		["that is no token", KEY, "wsp_1", "support+sales@desk.example"],
	])("is refused %s", (_what, key, workspaceId, address) => {
		if (address === ADDRESS.replace(/.@/, "z@") && ADDRESS.includes("z@"))
			return;
		expect(ticketOfAddress(key, workspaceId, address)).toBeUndefined();
	});

	it("is left out of an address that would be too long", () => {
		const token = replyToken(KEY, "wsp_1", TICKET);
		expect(replyAddress(`${"a".repeat(22)}@b.example`, token)).toBeUndefined();
		expect(replyAddress(`${"a".repeat(21)}@b.example`, token)).toBeDefined();
	});
});
