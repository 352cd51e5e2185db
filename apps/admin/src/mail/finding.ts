/** What a check has found about one kind of record. */
export interface Finding {
	readonly record: "MX" | "SPF" | "DKIM" | "DMARC";
	/** `note`: works, and could be better; `unknown`: the DNS gave no answer. */
	readonly verdict: "ok" | "note" | "wrong" | "unknown";
	/** A sentence for the operator. */
	readonly says: string;
	/** The record to make, as a line of a zone file; null where nothing has to be made. */
	readonly make: string | null;
}

/** Findings of one kind of record. */
export function reportOn(record: Finding["record"]) {
	const finding =
		(verdict: Finding["verdict"]) =>
		(says: string, make: string | null = null): Finding => ({
			record,
			verdict,
			says,
			make,
		});
	return {
		ok: finding("ok"),
		note: finding("note"),
		wrong: finding("wrong"),
		unknown: (name: string): Finding =>
			finding("unknown")(
				`The name servers gave no answer for ${name}; check again later.`,
			),
	};
}
