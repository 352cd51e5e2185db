import { expect, it } from "vitest";
import { mailBody } from "../mail/mail-body.ts";
import { patchOf, textFor } from "./apply-macro.ts";
import type { Macro } from "./macro.ts";
import { readMessageBody } from "./message-body.ts";
import type { Ticket } from "./ticket.ts";

const AGENT = { id: "usr_1", name: "Kim", email: "kim@support.example" };

function ticketOf(name: string, subject = "Late"): Ticket {
	return {
		id: "tkt_1",
		subject,
		status: "open",
		priority: "normal",
		contact: { id: "cnt_1", name, email: "a@b.c", avatarUrl: null },
		assignee: null,
		group: null,
		tags: ["a"],
		externalId: null,
	} as unknown as Ticket;
}

it("fills a text, and leaves out what the ticket does not have", () =>
	expect(
		textFor(
			"{{contact.name}}|{{ticket.id}}|{{assignee.name}}|{{ticket.external_id}}|{{agent.name}}",
			ticketOf("Ada"),
			AGENT,
		),
	).toBe("Ada|tkt_1|||Kim"));

it.each(["<b>x</b>", "<script>alert(1)</script>", "<img src=x onerror=y>"])(
	"brings no HTML of the name %s into a message",
	(name) => {
		const text = readMessageBody(
			textFor("Hello {{contact.name}}", ticketOf(name), AGENT),
		);
		expect(text.format).toBe("text");
		const html = readMessageBody(
			textFor("<p>Hello {{contact.name}}</p>", ticketOf(name), AGENT),
		);
		expect(html.format).toBe("html");
		expect(html.text).toBe(`Hello ${name}`);
	},
);

it("makes no HTML of a value and the text around it", () => {
	const text = textFor(
		"<{{ticket.subject}}>x</{{ticket.subject}}>",
		ticketOf("Ada", "script"),
		AGENT,
	);
	expect(readMessageBody(text).format).toBe("text");
});

it.each([
	"[Pay here](https://evil.example)",
	"<https://evil.example>",
	"](https://evil.example)[",
	"**Ada** `x` ~~y~~",
	"<b>[x](https://evil.example)</b>",
	"&#91;x&#93;(https://evil.example)",
])("mails the name %s to the letter, whatever marks the macro has", (name) => {
	const words = name.replace(/<\/?b>/g, "");
	for (const [body, shown] of [
		["Hello {{contact.name}}.", `Hello ${words}.`],
		["**Hello** {{contact.name}}.", `Hello ${words}.`],
		[
			"See [the order](https://desk.example) of {{contact.name}}",
			`See the order (https://desk.example) of ${words}`,
		],
	] as const) {
		const read = readMessageBody(textFor(body, ticketOf(name), AGENT));
		const mail = mailBody(
			{ body: read.body, bodyText: read.text, bodyFormat: read.format },
			"",
		);
		expect(mail.text).toBe(shown);
		expect(mail.html ?? "").not.toContain('href="https://evil.example');
	}
});

it("escapes nothing where no marks are", () => {
	const text = textFor(
		"- {{contact.name}}: {{ticket.subject}}",
		ticketOf("mia_k", "R&D [urgent] 2*3 #4"),
		AGENT,
	);
	expect(text).toBe("- mia_k: R&D [urgent] 2*3 #4");
});

it("lets no value end the attribute that it stands in", () => {
	const body = textFor(
		'<a href="https://x.example/?{{ticket.subject}}">x</a>',
		ticketOf("Ada", '" onmouseover="y'),
		AGENT,
	);
	expect(readMessageBody(body).body).not.toContain(' onmouseover="');
});

it("changes only what the macro names, and no tags that the ticket has", () => {
	const macro = { changes: { assignee_id: null } } as unknown as Macro;
	const { status, ...patch } = patchOf(macro, ticketOf("Ada"), ["a"], AGENT);
	expect(status).toBeUndefined();
	expect(patch).toEqual({
		priority: undefined,
		tags: undefined,
		assignee: null,
	});
	const more = patchOf(macro, ticketOf("Ada"), ["a", "b"], undefined);
	expect(more.tags).toEqual(["a", "b"]);
});
