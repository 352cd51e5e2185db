import type { Logger } from "@supportdesk/logger/logger.ts";
import type { Demo } from "./demo.ts";

const DOMAIN = "papermoss.example";

/**
 * The demo's mailbox, which is created if there is none: `support@…`, or with another name where an earlier demo workspace
 * of the installation has that one. A demo without one is no reason not to start: the keys of a demo of an earlier version
 * have no scope for mailboxes, and its owner may have revoked them.
 */
export async function ensureMailbox(
	demo: Demo,
	log: Logger,
): Promise<Demo["mailboxes"]> {
	if (demo.mailboxes.length > 0) return demo.mailboxes;
	const suffix = demo.workspace_id.slice(-6);
	for (const local of ["support", `support-${suffix}`]) {
		const response = await fetch(`${demo.base_url}/v1/mailboxes`, {
			method: "POST",
			headers: {
				Authorization: `Bearer ${demo.keys.enterprise}`,
				"Content-Type": "application/json",
				"Idempotency-Key": `demo-mailbox-${local}`,
			},
			body: JSON.stringify({
				address: `${local}@${DOMAIN}`,
				name: "Papermoss support",
				group_id: demo.groups[0]?.id ?? null,
				signature: "Your Papermoss team",
			}),
		});
		if (response.ok) {
			const { id, address } = (await response.json()) as {
				id: string;
				address: string;
			};
			return [{ id, address }];
		}
		if (response.status !== 409) {
			const { status } = response;
			log.warn({ status }, "the demo has no mailbox");
			break;
		}
	}
	return [];
}
