import type { Evidence, KeyAnswers } from "./evidence.ts";
import { findClient, findReturnPath } from "./find-client.ts";
import { requirePlausibleHead } from "./require-plausible-head.ts";

const LEAST_KEY_BITS = 1024;
const AUTHORS_MAX = 50;
const KEYS_MAX = 50;

/**
 * Reads what a mail says of its sender, and checks its signatures with these keys, in this process: for the one that reads
 * strangers' bytes. A hostile mail may still take many seconds.
 *
 * @throws Unreadable beyond a limit
 */
export async function readEvidence(
	raw: Buffer,
	keys: KeyAnswers,
): Promise<Evidence> {
	requirePlausibleHead(raw);
	const { dkimVerify } = await import("mailauth");
	const missing = new Set<string>();
	const resolver = async (name: string) => {
		const answer = keys.get(name.toLowerCase());
		if (!answer) missing.add(name.toLowerCase());
		if (!answer || "code" in answer)
			throw Object.assign(new Error(name), {
				code: answer?.code ?? "ENOTFOUND",
			});
		return answer.records.map((record) => record.join(""));
	};
	const { headers, headerFrom, fromFields, results, envelopeFrom } =
		await dkimVerify(raw, { resolver, minBitLength: LEAST_KEY_BITS });
	const from = headers?.parsed.filter(({ key }) => key === "from") ?? [];
	return {
		client: await findClient(raw),
		returnPath: (await findReturnPath(raw)) ?? (envelopeFrom || undefined),
		authors: [...new Set(headerFrom)].slice(0, AUTHORS_MAX),
		fromHeaders: fromFields,
		namesAuthor: from.some(({ line }) => line.includes("@")),
		signatures: results.map(({ status, signingDomain }) => ({
			domain: signingDomain ?? "",
			result: status.result,
		})),
		missingKeys: [...missing].slice(0, KEYS_MAX),
	};
}
