import { connectionWith } from "./connection.ts";

/** Where a database is. */
export interface DatabaseAddress {
	/** Of PostgreSQL, or of a pooler in transaction mode, with a login that may take the role. */
	readonly url: string;
	/** Of PostgreSQL itself, where `url` leads to a pooler. */
	readonly directUrl?: string | undefined;
	/** False behind a pooler that does not keep prepared statements. */
	readonly prepares?: boolean;
}

/** The address for what belongs to a session: notifications, and locks that are held across transactions. */
export const directAddress = ({ url, directUrl }: DatabaseAddress) =>
	directUrl ?? url;

/**
 * What pg connects with. A pooler would refuse the settings, or ignore them, because its connections have served other
 * clients: behind one they are those of the login (`migrate/login-settings.ts`).
 */
export function pooledConnection(
	{ url, directUrl }: DatabaseAddress,
	settings: Readonly<Record<string, string | number>>,
): { connectionString: string; options?: string } {
	return directUrl ? { connectionString: url } : connectionWith(url, settings);
}
