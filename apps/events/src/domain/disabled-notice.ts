/** A webhook that the system has disabled and whose owner is not notified yet. */
export interface DisabledWebhook {
	readonly id: string;
	readonly url: string;
	readonly reason: "gone" | "failing";
	/** The agent whose key created it. */
	readonly ownerId: string;
	/** The id of the event `webhook.disabled`. */
	readonly noticeId: string;
}

const REASONS = {
	gone: "its endpoint returned 410 Gone",
	failing: "every attempt to deliver to it failed for five days",
};

/** The mail to the owner. */
export function disabledNotice({ id, url, reason }: DisabledWebhook): {
	readonly subject: string;
	readonly text: string;
} {
	return {
		subject: `Webhook disabled: ${new URL(url).host}`,
		text: `The webhook ${id} was disabled because ${REASONS[reason]}.

Its URL: ${url}

No more events are queued for it, and queued deliveries wait.

To enable it again: PATCH /v1/webhooks/${id} with {"enabled": true}
To send the events since then: POST /v1/webhooks/${id}/replay
`,
	};
}
