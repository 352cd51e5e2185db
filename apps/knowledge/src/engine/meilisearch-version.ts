import type { Logger } from "@supportdesk/logger/logger.ts";
import { Meilisearch } from "meilisearch";
import { codeOf, type MeilisearchConfig } from "./meilisearch-index.ts";

/** The server that the tests and bench/search ran on. The manifests pin this version; deploy/tests compares them. */
export const TESTED_VERSION = "1.50.0";

const REQUEST_TIMEOUT_MS = 5_000;

/**
 * Logs a warning when the server is older than the tested version. Never rejects: a server that does not answer is
 * reported by the engine.
 */
export async function reportServerVersion(
	{ url, apiKey }: MeilisearchConfig,
	log: Logger,
): Promise<void> {
	const client = new Meilisearch({
		host: url,
		apiKey,
		timeout: REQUEST_TIMEOUT_MS,
	});
	try {
		const { pkgVersion } = await client.getVersion();
		const versions = { version: pkgVersion, testedVersion: TESTED_VERSION };
		if (isOlder(pkgVersion, TESTED_VERSION))
			log.warn(versions, "the search server is older than the tested version");
		else log.info(versions, "search server version");
	} catch (err) {
		if (codeOf(err) === "invalid_api_key")
			log.info(
				"the search server's version is unknown: MEILI_API_KEY does not allow the action version",
			);
	}
}

/** Compares the numbers of two versions; a suffix after a hyphen, as in 1.50.0-rc.1, is ignored. */
function isOlder(version: string, other: string): boolean {
	const [numbers, others] = [version, other].map((text) =>
		text.split("-")[0]!.split(".").map(Number),
	) as [number[], number[]];
	const place = numbers.findIndex((number, i) => number !== others[i]);
	return place !== -1 && numbers[place]! < (others[place] ?? 0);
}
