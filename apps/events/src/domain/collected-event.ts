/** An event as its service wrote it: it has no sequence yet. */
export interface CollectedEvent {
	readonly id: string;
	readonly type: string;
	readonly createdAt: string;
	readonly actorType: string;
	readonly actorId: string;
	readonly requestId: string;
	readonly resourceType: string;
	readonly resourceId: string;
	/** Empty for none. */
	readonly ticketId: string;
	/** Empty for none. */
	readonly contactId: string;
	readonly objectJson: string;
	readonly previousJson: string;
}
