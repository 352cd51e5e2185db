/** A mail in the form of a known program. */
export interface QuotedMail {
	/** The program, its language and what is special. */
	readonly name: string;
	readonly html: string;
	/** What its sender wrote, as text. */
	readonly body: string;
	/** Words of what is quoted, of which none may be in the body; empty where nothing is quoted. */
	readonly quoted: string;
	/** Whether the rules may not be changed because of it: it measures what they reach on mails that they do not know. */
	readonly heldOut: boolean;
}

export const ADDRESS = "help@desk.example";

export const LINK = `<a href="mailto:${ADDRESS}">${ADDRESS}</a>`;
