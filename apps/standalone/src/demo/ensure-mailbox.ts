import { ApiError, ConflictError, createDesk } from "@supportdesk/client";
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
	const { base_url: baseUrl, keys } = demo;
	const desk = createDesk({ baseUrl, apiKey: keys.enterprise });
	const suffix = demo.workspace_id.slice(-6);
	for (const local of ["support", `support-${suffix}`]) {
		try {
			const { id, address } = await desk.mailboxes.create(
				{
					address: `${local}@${DOMAIN}`,
					name: "Papermoss support",
					group_id: demo.groups[0]?.id,
					signature: "Your Papermoss team",
				},
				{ idempotencyKey: `demo-mailbox-${local}` },
			);
			return [{ id, address }];
		} catch (err) {
			if (err instanceof ConflictError) continue;
			if (!(err instanceof ApiError)) throw err;
			log.warn({ status: err.status }, "the demo has no mailbox");
			break;
		}
	}
	return [];
}
