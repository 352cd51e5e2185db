import { View } from "@supportdesk/contracts/supportdesk/tickets/v1/tickets.ts";
import { AppError } from "@supportdesk/errors/app-error.ts";
import fc from "fast-check";
import {
	callOf,
	givenInbound,
	givenReply,
	givenTicket,
	type Workspace,
} from "./given.ts";
import { type Harness, json } from "./harness.ts";

export const TICKETS = 4;

const ticket = fc.nat(TICKETS - 1);

export type Step =
	| { readonly kind: "merge"; readonly at: number; readonly into: number }
	| { readonly kind: "unmerge"; readonly at: number }
	| { readonly kind: "reply" | "note" | "inbound"; readonly at: number }
	| { readonly kind: "tag"; readonly at: number }
	| { readonly kind: "untag"; readonly at: number; readonly which: number }
	| { readonly kind: "join"; readonly at: number; readonly which: number };

export const steps: fc.Arbitrary<Step[]> = fc.array(
	fc.oneof(
		{
			weight: 4,
			arbitrary: fc.record({
				kind: fc.constant("merge" as const),
				at: ticket,
				into: ticket,
			}),
		},
		{
			weight: 3,
			arbitrary: fc.record({
				kind: fc.constant("unmerge" as const),
				at: ticket,
			}),
		},
		{
			weight: 3,
			arbitrary: fc.record({
				kind: fc.constantFrom("reply" as const, "note", "inbound", "tag"),
				at: ticket,
			}),
		},
		{
			weight: 1,
			arbitrary: fc.record({
				kind: fc.constant("untag" as const),
				at: ticket,
				which: fc.nat(5),
			}),
		},
		{
			weight: 2,
			arbitrary: fc.record({
				kind: fc.constant("join" as const),
				at: ticket,
				// Few addresses, so that merged tickets have some in common.
				which: fc.nat(2),
			}),
		},
	),
	{ minLength: 3, maxLength: 14 },
);

interface ModelMessage {
	readonly id: string;
	readonly type: string;
	readonly createdAt: string;
}

interface ModelTicket {
	readonly id: string;
	/** What was written in it, wherever that is now. */
	readonly written: ModelMessage[];
	ownTags: string[];
	/** What was merged into it, with the tags that it got by it. */
	readonly merged: Map<number, Set<string>>;
	readonly ownParticipants: string[];
	into: number | undefined;
	/** What it showed when it was merged. */
	shown?: unknown;
}

// biome-ignore lint/suspicious/noExplicitAny: what the API shows is looked at field by field.
type Shown = any;

/** A few tickets of one workspace, and what they have to be after each step. */
export class MergeModel {
	readonly tickets: ModelTicket[] = [];
	readonly #harness: Harness;
	readonly #workspace: Workspace;
	#tagCount = 0;

	constructor(harness: Harness, workspace: Workspace) {
		this.#harness = harness;
		this.#workspace = workspace;
	}

	async create(tags: readonly string[]): Promise<void> {
		const created = await givenTicket(this.#harness, this.#workspace, {
			tags: [...tags],
		});
		const { messages } = await this.show(created.id);
		this.tickets.push({
			id: created.id,
			written: messages.map(asMessage),
			ownTags: [...tags],
			ownParticipants: [],
			merged: new Map(),
			into: undefined,
		});
	}

	/** What the API shows of a ticket, but for what deliveries and drafts change. */
	async show(id: string): Promise<Shown> {
		const { api } = this.#harness;
		const shown = json(
			await api.getTicket(
				{ id, view: View.VIEW_CONVERSATION },
				callOf(this.#workspace),
			),
		);
		const { ai: _, updated_at: __, messages, ...fields } = shown;
		return {
			...fields,
			messages: messages.map(
				({ status: _, attempts: __, ...message }: Shown) => message,
			),
		};
	}

	messagesOf(at: number): ModelMessage[] {
		const { written, merged } = this.tickets[at]!;
		return [
			...written,
			...[...merged.keys()].flatMap((each) => this.messagesOf(each)),
		].sort((a, b) => (keyOf(a) < keyOf(b) ? -1 : 1));
	}

	tagsOf(at: number): string[] {
		const { ownTags, merged } = this.tickets[at]!;
		return [
			...new Set([...ownTags, ...[...merged.values()].flatMap((t) => [...t])]),
		].sort();
	}

	participantsOf(at: number): string[] {
		const { ownParticipants, merged } = this.tickets[at]!;
		const joined = [...merged.keys()].flatMap((each) =>
			this.participantsOf(each),
		);
		return [...new Set([...ownParticipants, ...joined])].sort();
	}

	/** Takes a step, and returns the code with which it was refused, beside the one with which it had to be. */
	async take(step: Step): Promise<{ code: string; expected: string }> {
		const expected = this.#refusal(step);
		const code = await this.#perform(step, expected === "").catch((err) => {
			if (err instanceof AppError) return err.code;
			throw err;
		});
		return { code, expected };
	}

	#refusal(step: Step): string {
		const at = this.tickets[step.at]!;
		if (step.kind === "unmerge") {
			const target = at.into === undefined ? at : this.tickets[at.into]!;
			return target.into === undefined && at.into !== undefined
				? ""
				: "invalid_merge";
		}
		if (at.into !== undefined) return "ticket_merged";
		if (step.kind === "merge") {
			const isRefused =
				step.at === step.into || this.tickets[step.into]!.into !== undefined;
			return isRefused ? "invalid_merge" : "";
		}
		return "";
	}

	async #perform(step: Step, succeeds: boolean): Promise<string> {
		const { api } = this.#harness;
		const call = callOf(this.#workspace);
		const idempotency = undefined;
		const at = this.tickets[step.at]!;
		const { id } = at;
		switch (step.kind) {
			case "merge": {
				const into = this.tickets[step.into]!;
				const shown = await this.show(id);
				await api.mergeTicket({ id, into: into.id, idempotency }, call);
				into.merged.set(step.at, new Set(this.tagsOf(step.at)));
				at.into = step.into;
				at.shown = shown;
				return "";
			}
			case "unmerge":
				await api.unmergeTicket({ id, idempotency }, call);
				this.tickets[at.into!]!.merged.delete(step.at);
				at.into = undefined;
				return "";
			case "reply":
			case "note": {
				const type = step.kind === "reply" ? "outbound" : "note";
				const reply = await givenReply(this.#harness, this.#workspace, id, {
					type,
				});
				at.written.push(asMessage(reply));
				return "";
			}
			case "inbound": {
				// Mails of merged tickets are another's matter: only what is not merged gets one here.
				if (!succeeds) return "ticket_merged";
				await givenInbound(this.#harness, this.#workspace, id, "And now?");
				const { messages } = await this.show(id);
				const known = this.messagesOf(step.at).map((message) => message.id);
				const written = messages.find((m: Shown) => !known.includes(m.id));
				at.written.push(asMessage(written));
				return "";
			}
			case "tag": {
				const tag = `tag ${this.#tagCount++}`;
				await api.addTags({ ticketId: id, tags: [tag], idempotency }, call);
				at.ownTags.push(tag);
				return "";
			}
			case "join": {
				const email = `p${step.which}@customer.example`;
				const present = this.participantsOf(step.at);
				if (succeeds && present.includes(email)) return "";
				const participants = [...present, email].map((each) => ({
					email: each,
					name: "",
				}));
				await api.updateTicket(
					{
						id,
						view: View.VIEW_TICKET,
						participantsJson: JSON.stringify(participants),
					},
					call,
				);
				at.ownParticipants.push(email);
				return "";
			}
			case "untag": {
				const shown = this.tagsOf(step.at);
				const tag = shown[step.which % shown.length] ?? "none";
				if (!succeeds || shown.length > 0)
					await api.removeTag({ ticketId: id, tag }, call);
				at.ownTags = at.ownTags.filter((each) => each !== tag);
				for (const tags of at.merged.values()) tags.delete(tag);
				return "";
			}
		}
	}
}

const keyOf = ({ createdAt, id }: ModelMessage) => `${createdAt} ${id}`;

const asMessage = ({ id, type, created_at }: Shown): ModelMessage => ({
	id,
	type,
	createdAt: created_at,
});

/** Since when a customer waits, by the messages of a ticket in their order. */
export function waitingSince(messages: readonly ModelMessage[]): string | null {
	const lastReply = messages.findLastIndex(({ type }) => type === "outbound");
	const unanswered = messages.slice(lastReply + 1);
	return unanswered.find(({ type }) => type === "inbound")?.createdAt ?? null;
}
