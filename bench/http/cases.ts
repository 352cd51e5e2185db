import { newWording, UNANSWERED_QUESTIONS } from "./help-centre.ts";
import type { Request } from "./load.ts";

/** What the measured requests name. */
export interface Targets {
	readonly ticketIds: readonly string[];
	/** `/v1/tickets`, or `/tickets` for the floor. */
	readonly ticketsPath: string;
	readonly searchPath?: string;
	/** Questions that an article answers. */
	readonly answeredQuestions?: readonly string[];
}

export interface Case {
	readonly name: string;
	readonly status: string;
	/** Whether requests make later ones dearer: then no more of them run before the measurement than have to. */
	readonly adds?: boolean;
	/** What the product should cost at the most, as a multiple of the floor's processor time, by contender. */
	readonly aims?: Readonly<Record<string, number>>;
	/** Undefined where a contender has nothing like it. */
	readonly request: (targets: Targets) => ((n: number) => Request) | undefined;
}

const BODY =
	"Hello, my parcel has been on its way for two weeks. The tracking page has said the same since Monday. Can you find out where it is?";
// A run of its own draws its addresses, so that a second run's new contacts are new as well.
const run = Date.now().toString(36);

const post = (path: string, body: unknown): Request => ({
	method: "POST",
	path,
	body: JSON.stringify(body),
});

const create = (email: (n: number) => string) => (targets: Targets) => {
	return (n: number) =>
		post(targets.ticketsPath, {
			subject: "Where is my parcel?",
			body: BODY,
			contact: { email: email(n) },
		});
};

const reply =
	({ ticketsPath, ticketIds }: Targets) =>
	(n: number) =>
		post(`${ticketsPath}/${ticketIds[n % ticketIds.length]}/messages`, {
			type: "note",
			body: BODY,
		});

/** The same with a key of its own for each; the floor knows no keys. */
const withKey =
	(requests: (targets: Targets) => (n: number) => Request) =>
	(targets: Targets) => {
		if (targets.searchPath === undefined) return undefined;
		const request = requests(targets);
		return (n: number): Request => ({
			...request(n),
			headers: { "Idempotency-Key": `${run}-${n}` },
		});
	};

const search = (query: (n: number, targets: Targets) => string) => {
	return (targets: Targets) => {
		const { searchPath } = targets;
		if (searchPath === undefined) return undefined;
		return (n: number) => post(searchPath, { query: query(n, targets) });
	};
};

const cyclic = <T>(items: readonly T[], n: number): T =>
	items[n % items.length]!;

export const CASES: readonly Case[] = [
	{
		name: "get",
		status: "200",
		aims: { process: 1.0, cluster: 1.6 },
		request:
			({ ticketsPath, ticketIds }) =>
			(n) => ({
				method: "GET",
				path: `${ticketsPath}/${ticketIds[n % ticketIds.length]}`,
			}),
	},
	{
		name: "list of 25 by status",
		status: "200",
		aims: { process: 1.2, cluster: 1.8 },
		request:
			({ ticketsPath }) =>
			() => ({ method: "GET", path: `${ticketsPath}?status=open` }),
	},
	{
		name: "create (known contact)",
		status: "201",
		aims: { process: 1.4, cluster: 1.8 },
		request: create((n) => `customer${n % 10_000}@example.com`),
	},
	{
		name: "create (new contact)",
		status: "201",
		aims: { process: 1.4, cluster: 1.8 },
		request: create((n) => `new-${run}-${n}@example.com`),
	},
	{
		name: "create with a key (known contact)",
		status: "201",
		request: withKey(create((n) => `customer${n % 10_000}@example.com`)),
	},
	{
		name: "reply",
		status: "201",
		request: reply,
	},
	{
		name: "reply with a key",
		status: "201",
		request: withKey(reply),
	},
	{
		name: "search (hit)",
		status: "200",
		request: search((n, targets) => cyclic(targets.answeredQuestions!, n)),
	},
	{
		name: "search (miss, known wording)",
		status: "200",
		request: search((n) => cyclic(UNANSWERED_QUESTIONS, n)),
	},
	{
		name: "search (miss, new wording)",
		status: "200",
		adds: true,
		request: search(newWording),
	},
];
