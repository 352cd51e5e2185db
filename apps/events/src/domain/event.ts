/** An event as the log keeps it. */
export interface Event {
	/** `evt_…` */
	readonly id: string;
	readonly sequence: number;
	/** For example `ticket.created`. */
	readonly type: string;
	/** ISO 8601, UTC. */
	readonly createdAt: string;
	readonly actor: {
		readonly type: "api_key" | "agent" | "contact" | "system";
		/** Null for the system. */
		readonly id: string | null;
	};
	/** `req_…`; null where no request caused it. */
	readonly requestId: string | null;
	readonly resource: { readonly type: string; readonly id: string };
	/** The resource as its GET showed it after the change. */
	readonly objectJson: string;
	/** The fields that changed, as they were; `null` where there was nothing before. */
	readonly previousJson: string;
}

/** The event as the API shows it; what the services wrote is copied, not parsed. */
export function eventJson(event: Event): string {
	const head = JSON.stringify({
		id: event.id,
		type: event.type,
		sequence: event.sequence,
		created_at: event.createdAt,
		actor: event.actor,
		request_id: event.requestId,
		resource: event.resource,
	});
	return `${head.slice(0, -1)},"data":{"object":${event.objectJson},"previous":${event.previousJson}}}`;
}
