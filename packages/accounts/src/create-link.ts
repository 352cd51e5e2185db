import type { Statement } from "@supportdesk/pg/statement.ts";
import { insertLink, type Link, type LinkPurpose } from "./store/links.ts";
import { hashToken, newToken } from "./token.ts";

const HOUR_MS = 3_600_000;

// An invitation waits for a new colleague; what signs in at once is printed or requested by the person who uses it.
const LIFETIME_MS: Readonly<Record<LinkPurpose, number>> = {
	invitation: 7 * 24 * HOUR_MS,
	password_reset: HOUR_MS,
	sign_in: HOUR_MS / 4,
};

/** The console's page that opens a link. The token is in the fragment, which neither servers nor their logs see. */
const PAGES: Readonly<Record<LinkPurpose, string>> = {
	invitation: "/accept-invitation",
	password_reset: "/reset-password",
	sign_in: "/sign-in",
};

export interface NewLink {
	/** What stores it, in a transaction of the workspace that has the account. */
	readonly statements: readonly Statement[];
	readonly expiresAt: string;
	/** @param publicUrl the address at which browsers reach the console */
	url(publicUrl: string): string;
}

/** Makes a link that works once, in the place of an unused one for the same purpose. */
export function createLink(link: Link, now: Date): NewLink {
	const token = newToken();
	const expires = new Date(now.getTime() + LIFETIME_MS[link.purpose]);
	const expiresAt = expires.toISOString();
	return {
		statements: insertLink(
			link,
			hashToken(token),
			now.toISOString(),
			expiresAt,
		),
		expiresAt,
		url: (publicUrl) =>
			`${publicUrl.replace(/\/$/, "")}${PAGES[link.purpose]}#link=${token}`,
	};
}
