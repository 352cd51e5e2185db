import type { Demo } from "./demo.ts";

const DOMAIN = "papermoss.example";

/**
 * The demo's mailbox, which is created if there is none: `support@…`, or with another name where an earlier demo workspace
 * of the installation has that one.
 */
export async function ensureMailbox(demo: Demo): Promise<Demo["mailboxes"]> {
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
		const text = await response.text();
		if (response.status !== 409)
			throw new Error(
				`The demo's mailbox failed with ${response.status}: ${text}`,
			);
	}
	return [];
}
