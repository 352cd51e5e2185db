import type { Rendered } from "@supportdesk/contracts/supportdesk/api/v1/rendered.ts";
import {
	API_VERSIONS,
	type ApiVersion,
} from "@supportdesk/keys/api-versions.ts";
import { dailyLimits } from "./2026-11-22-daily-limits.ts";
import type { Change, Json } from "./change.ts";

/** Every change that would break a client, oldest first. */
export const CHANGES: readonly Change[] = [dailyLimits];

/** How an operation serves clients of an earlier version; both conversions leave their argument as it is. */
export interface Compatibility {
	readonly upgradeRequest: (body: Json) => Json;
	readonly downgradeResponse: (response: Rendered) => Rendered;
}

/** The conversions of an operation by version; there is none for versions whose bodies are as in the latest one. */
export function compatibilitiesOf(
	operationId: string,
	changes: readonly Change[] = CHANGES,
): ReadonlyMap<ApiVersion, Compatibility> {
	const ofOperation = changes.filter(({ operations }) =>
		operations.includes(operationId),
	);
	return new Map(
		API_VERSIONS.flatMap((version) => {
			const later = ofOperation.filter((change) => change.version > version);
			return later.length > 0 ? [[version, chain(later)]] : [];
		}),
	);
}

/** A request passes the changes from the oldest to the latest, a response in the opposite order. */
function chain(changes: readonly Change[]): Compatibility {
	return {
		upgradeRequest: (body) =>
			changes.reduce(
				(at, { upgradeRequest }) => upgradeRequest?.(at) ?? at,
				body,
			),
		downgradeResponse(response) {
			const body = changes.reduceRight(
				(at, { downgradeResponse }) => downgradeResponse?.(at) ?? at,
				JSON.parse(Buffer.from(response.body).toString()),
			);
			return { ...response, body: Buffer.from(JSON.stringify(body)) };
		},
	};
}
