import type { Rendered } from "@supportdesk/contracts/supportdesk/api/v1/rendered.ts";
import { stored } from "@supportdesk/operations/rendered.ts";
import type { Response, StoredResponse } from "@supportdesk/pg/operation.ts";
import { openSecret, sealSecret } from "./sealed-secret.ts";

/** The response to a request that makes a secret, as it is stored. @param json of the key */
export function sealedResponse(
	status: number,
	json: string,
	keyId: string,
	secret: string,
	callersSecret: string,
): Response {
	const sealed = sealSecret(secret, callersSecret, keyId);
	const body = `${json.slice(0, -1)},"secret":"${sealed}"}`;
	return { status, body, resourceId: keyId };
}

/** The same with the secret, now or for a repeated request. */
export function openedResponse(
	response: StoredResponse,
	callersSecret: string,
): Rendered {
	const { secret, ...shown } = JSON.parse(response.body);
	const opened = openSecret(secret, callersSecret, response.resourceId);
	const body = JSON.stringify({ ...shown, secret: opened });
	return stored({ ...response, body });
}
