import {
	inOwnWords,
	newWording,
	newWordingOf,
	UNANSWERED_QUESTIONS,
} from "./help-centre.ts";
import type { Request } from "./load.ts";

const DEEP_LISTS = ["newest", "oldest", "filtered"] as const;

/** Ids and keys that the measured requests use. */
export interface Targets {
	readonly ticketIds: readonly string[];
	/** `/v1/tickets`, or `/tickets` for the floor. */
	readonly ticketsPath: string;
	readonly searchPath?: string;
	/** Paths of pages that a client reaches by cursors. */
	readonly deepPages?: Readonly<Record<(typeof DEEP_LISTS)[number], string>>;
	/** Questions with an answer. */
	readonly answeredQuestions?: readonly string[];
	/** Texts of new tickets and replies; one of usual length if not given. */
	readonly bodies?: readonly string[];
}

export interface Case {
	readonly name: string;
	readonly status: string;
	/** Whether requests increase the cost of later ones: then as few as possible run before the measurement. */
	readonly adds?: boolean;
	/** The highest cost the product should have, as a multiple of the floor's processor time, by contender and connections. */
	readonly aims?: Readonly<Record<string, Readonly<Record<number, number>>>>;
	/** Undefined where a contender lacks the case. */
	readonly request: (targets: Targets) => ((n: number) => Request) | undefined;
}

const BODY =
	"Hello, my parcel has been on its way for two weeks. The tracking page has said the same since Monday. Can you find out where it is?";
// Each run draws its own addresses and keys, so that a second run's are new as well.
const run = Date.now().toString(36);
let distinctCount = 0;
const distinct = () => `${run}-${distinctCount++}`;

const post = (path: string, body: unknown): Request => ({
	method: "POST",
	path,
	body: JSON.stringify(body),
});

const create = (email: (n: number) => string) => (targets: Targets) => {
	const { ticketsPath, bodies = [BODY] } = targets;
	return (n: number) =>
		post(ticketsPath, {
			subject: "Where is my parcel?",
			body: cyclic(bodies, n),
			contact: { email: email(n) },
		});
};

const reply =
	({ ticketsPath, ticketIds, bodies = [BODY] }: Targets) =>
	(n: number) =>
		post(`${ticketsPath}/${cyclic(ticketIds, n)}/messages`, {
			type: "note",
			body: cyclic(bodies, n),
		});

/** The same with an idempotency key for each, which the floor ignores. */
const withKey =
	(requests: (targets: Targets) => (n: number) => Request) =>
	(targets: Targets) => {
		const request = requests(targets);
		return (n: number): Request => ({
			...request(n),
			headers: { "Idempotency-Key": distinct() },
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
		aims: { process: { 1: 1.5, 16: 0.8 }, cluster: { 16: 1.25 } },
		request:
			({ ticketsPath, ticketIds }) =>
			(n) => ({
				method: "GET",
				path: `${ticketsPath}/${cyclic(ticketIds, n)}`,
			}),
	},
	{
		name: "list of 25 by status",
		status: "200",
		aims: { process: { 1: 1.4, 16: 0.95 }, cluster: { 16: 1.15 } },
		request:
			({ ticketsPath }) =>
			() => ({ method: "GET", path: `${ticketsPath}?status=open` }),
	},
	...DEEP_LISTS.map(
		(list): Case => ({
			name: `deep page (${list})`,
			status: "200",
			request({ deepPages }) {
				const path = deepPages?.[list];
				return path === undefined ? undefined : () => ({ method: "GET", path });
			},
		}),
	),
	{
		name: "create (known contact)",
		status: "201",
		request: create((n) => `customer${n % 10_000}@example.com`),
	},
	{
		name: "create (new contact)",
		status: "201",
		request: create(() => `new-${distinct()}@example.com`),
	},
	{
		name: "create with a key (known contact)",
		status: "201",
		aims: { process: { 1: 1.6, 16: 1.1 }, cluster: { 16: 1.35 } },
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
		name: "search (hit, new, in the article's words)",
		status: "200",
		request: search((n, targets) => inOwnWords(targets.answeredQuestions!, n)),
	},
	{
		name: "search (hit, new phrasing)",
		status: "200",
		request: search((n, targets) =>
			newWordingOf(targets.answeredQuestions!, n),
		),
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
