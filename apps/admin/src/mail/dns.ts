import { Resolver } from "node:dns/promises";

/** What the DNS says of a name: its records, none, or no answer. */
export type Answer<T> = readonly T[] | "unanswered";

export interface MailServer {
	readonly host: string;
	readonly priority: number;
}

/** The questions that a check asks. */
export interface Dns {
	/** Each record as one text. */
	texts(name: string): Promise<Answer<string>>;
	mailServers(name: string): Promise<Answer<MailServer>>;
	/** IPv4 and IPv6. */
	addresses(name: string): Promise<Answer<string>>;
	aliases(name: string): Promise<Answer<string>>;
}

const TIMEOUT_MS = 3_000;
const TRIES = 2;
const NOTHING: ReadonlySet<unknown> = new Set([
	"ENOTFOUND",
	"ENODATA",
	"EBADNAME",
]);

/** @param servers name servers to ask; those of this machine where there are none */
export function createDns(servers: readonly string[]): Dns {
	const resolver = new Resolver({ timeout: TIMEOUT_MS, tries: TRIES });
	if (servers.length > 0) resolver.setServers(servers);
	return {
		texts: (name) =>
			answered(async () =>
				(await resolver.resolveTxt(name)).map((parts) => parts.join("")),
			),
		mailServers: (name) =>
			answered(async () =>
				(await resolver.resolveMx(name)).map(({ exchange, priority }) => ({
					host: exchange,
					priority,
				})),
			),
		aliases: (name) => answered(() => resolver.resolveCname(name)),
		async addresses(name) {
			const four = await answered(() => resolver.resolve4(name));
			const six = await answered(() => resolver.resolve6(name));
			const known = [four, six].flatMap((each) =>
				each === "unanswered" ? [] : each,
			);
			const isSilent = four === "unanswered" || six === "unanswered";
			return known.length === 0 && isSilent ? "unanswered" : known;
		},
	};
}

async function answered<T>(ask: () => Promise<T[]>): Promise<Answer<T>> {
	try {
		return await ask();
	} catch (err) {
		const { code } = err as { code?: unknown };
		return NOTHING.has(code) ? [] : "unanswered";
	}
}
