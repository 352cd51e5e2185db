import { newWording, UNANSWERED_QUESTIONS } from "./help-centre.ts";
import type { Request } from "./load.ts";

/** Ids and keys that the measured requests use. */
export interface Targets {
	readonly ticketIds: readonly string[];
	/** `/v1/tickets`, or `/tickets` for the floor. */
	readonly ticketsPath: string;
	readonly searchPath?: string;
	/** Questions with an answer. */
	readonly answeredQuestions?: readonly string[];
}

export interface Case {
	readonly name: string;
	readonly status: string;
	/** Whether requests increase the cost of later ones: then as few as possible run before the measurement. */
	readonly adds?: boolean;
	/** The highest cost the product should have, as a multiple of the floor's processor time, by contender. */
	readonly aims?: Readonly<Record<string, number>>;
	/** Undefined where a contender lacks the case. */
	readonly request: (targets: Targets) => ((n: number) => Request) | undefined;
}

const BODY =
	"Hello, my parcel has been on its way for two weeks. The tracking page has said the same since Monday. Can you find out where it is?";
// Each run draws its own addresses, so that a second run's new contacts are new as well.
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
		name: "search (unanswered, known phrasing)",
		status: "200",
		request: search((n) => cyclic(UNANSWERED_QUESTIONS, n)),
	},
	{
		name: "search (unanswered, new phrasing)",
		status: "200",
		adds: true,
		request: search(newWording),
	},
];
