import type { Rendered } from "@supportdesk/contracts/supportdesk/api/v1/rendered.ts";
import { secretOf, secretText } from "../deliver/signature.ts";

/**
 * Adds a webhook's secret to a response that shows the webhook. It is derived again for every replay, so that the stored
 * response holds none.
 */
export function withSecret(
	response: Rendered,
	key: string,
	webhookId: string,
	version: number,
): Rendered {
	const secret = JSON.stringify(secretText(secretOf(key, webhookId, version)));
	const json = Buffer.from(response.body).toString();
	return {
		...response,
		body: Buffer.from(`${json.slice(0, -1)},"secret":${secret}}`),
	};
}
