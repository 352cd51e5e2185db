import type { NewTicket } from "@supportdesk/client";
import type { Demo } from "./demo.ts";

/** Customers' questions; one of the articles answers each. */
export function demoTickets({
	agents,
	groups,
}: Demo): (NewTicket & { readonly slug: string })[] {
	return [
		{
			slug: "locked-out",
			subject: "Locked out of my account",
			body: "Hello, I typed a wrong password too often and now it says my account is locked. I asked for a reset link twice but no mail arrives. How do I get back in? I have a meeting at two and all my notes are in there.",
			contact: { email: "studio@customer-one.example" },
			channel: "email",
			priority: "urgent",
			group_id: groups[0]!.id,
			tags: ["login"],
			custom_attributes: { account_id: "A-20417", plan: "personal" },
		},
		{
			slug: "charged-twice",
			subject: "Charged twice this month",
			body: "My bank statement shows two payments of 48 euros to Papermoss on the same day. I have one subscription only. Please refund one of them. How long does the money take?",
			contact: { email: "accounts@customer-two.example" },
			channel: "email",
			assignee_id: agents[1]!.id,
			group_id: groups[1]!.id,
			tags: ["refund", "billing"],
			custom_attributes: {
				account_id: "A-11873",
				plan: "team",
				seats: 6,
				is_paying: true,
				renews_on: "2027-03-01",
			},
		},
		{
			slug: "phone-not-syncing",
			subject: "Notes do not sync to my phone",
			body: "What I write on the computer does not arrive: the phone still shows Monday's notes, and the small cloud beside the title has a cross. Both devices are signed in. How do I make them sync again?",
			contact: { email: "office@customer-three.example" },
			channel: "widget",
			assignee_id: agents[2]!.id,
			tags: ["sync"],
		},
		{
			slug: "vat-number",
			subject: "VAT number missing on the invoice",
			body: "Our accountant needs our VAT number on the invoices, and last month's corrected. Where do I add it?",
			contact: { email: "finance@customer-four.example" },
			channel: "api",
			group_id: groups[1]!.id,
			tags: ["invoice"],
			custom_attributes: { plan: "team", seats: 24, is_paying: true },
		},
		{
			slug: "deleted-notebook",
			subject: "Colleague deleted a whole notebook",
			body: "<p>A colleague who has left deleted our project notebook last week, with about forty notes. Is there <strong>any way</strong> to bring it back?</p>",
			contact: { email: "projects@customer-five.example" },
			channel: "email",
			priority: "high",
			tags: ["recovery"],
			custom_attributes: { plan: "team" },
		},
		{
			slug: "cancel",
			subject: "How do I cancel?",
			body: "I want to cancel my subscription before it renews next week. Will I lose my notes?",
			contact: { email: "reader@customer-six.example" },
			channel: "chat",
			tags: ["cancellation"],
			custom_attributes: { plan: "personal", renews_on: "2026-12-01" },
		},
		{
			slug: "linux-desktop",
			subject: "Desktop application for Linux?",
			body: "Do you have a desktop app for Ubuntu, or plan one? The browser version is slow on my old laptop.",
			contact: { email: "workshop@customer-seven.example" },
			channel: "widget",
			priority: "low",
			tags: [],
		},
		{
			slug: "hospital",
			subject: "Data processing agreement for a hospital",
			body: "We are a hospital and would need a signed data processing agreement and to know in which country patient data would be stored before we can buy 300 seats. Whom do we talk to?",
			contact: { email: "procurement@customer-eight.example" },
			channel: "email",
			assignee_id: agents[0]!.id,
			group_id: groups[0]!.id,
			tags: ["sales"],
			custom_attributes: { plan: "free", seats: 300, is_paying: false },
		},
	];
}

/** Searches without a matching article: the first gaps of the help centre. */
export const DEMO_SEARCHES: readonly string[] = [
	"Can I dictate notes with my voice?",
	"Is there a discount for students?",
];
