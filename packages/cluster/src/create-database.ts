import pg from "pg";

const DATABASE = "supportdesk";

/**
 * Creates the product's database on a new server.
 *
 * @param serverUrl a superuser's address
 * @param port the port of the returned address, if there is a proxy between the server and its clients
 * @returns the superuser's address of the database
 */
export async function createDatabase(
	serverUrl: string,
	port?: number,
): Promise<string> {
	const client = new pg.Client(serverUrl);
	await client.connect();
	await client.query(`create database ${DATABASE}`);
	await client.end();
	const url = new URL(serverUrl);
	url.pathname = `/${DATABASE}`;
	if (port) url.port = String(port);
	return url.href;
}
