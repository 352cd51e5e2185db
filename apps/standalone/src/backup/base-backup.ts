import { randomBytes } from "node:crypto";
import { PassThrough, type Readable } from "node:stream";
import pg from "pg";

const BACKUP =
	"BASE_BACKUP (LABEL 'supportdesk', CHECKPOINT 'fast', WAL true, MANIFEST 'no')";
// The kinds of messages within the copy.
const NEW_ARCHIVE = 0x6e;
const DATA = 0x64;

/**
 * Has the running server copy its whole folder, while everybody goes on writing: a tar archive that a server started on
 * it recovers from, to the moment at which the copy ended. What pg_basebackup does
 * (https://www.postgresql.org/docs/18/protocol-replication.html), which does not come with the embedded server.
 *
 * @param url a superuser's address.
 * @param onProgress told how much is copied; how much it will be, nobody knows before.
 */
export async function baseBackup(
	url: string,
	onProgress: (doneBytes: number) => void,
): Promise<{ archive: Readable; close(): Promise<void> }> {
	const client = new pg.Client({
		connectionString: url,
		replication: "true",
	} as pg.ClientConfig);
	client.on("error", () => {}); // told by the query that it ends
	await client.connect();
	await client.query(newSlot()).catch(async (err) => {
		await client.end();
		throw err;
	});
	const query = new BaseBackupQuery(onProgress);
	client.query(query);
	return { archive: query.archive, close: () => client.end() };
}

/**
 * Keeps the log of what is written meanwhile until it has been copied as well; gone with the connection. Several backups
 * can be made at once.
 */
function newSlot(): string {
	const name = `supportdesk_backup_${randomBytes(8).toString("hex")}`;
	return `CREATE_REPLICATION_SLOT ${name} TEMPORARY PHYSICAL (RESERVE_WAL true)`;
}

interface Wire {
	readonly stream: { pause(): void; resume(): void };
	query(text: string): void;
}

/** pg accepts it as a query of its own kind, as it does pg-cursor's. */
class BaseBackupQuery implements pg.Submittable {
	readonly archive = new PassThrough();
	readonly #onProgress: (doneBytes: number) => void;
	#wire: Wire | undefined;
	#archives = 0;
	#doneBytes = 0;

	constructor(onProgress: (doneBytes: number) => void) {
		this.#onProgress = onProgress;
	}

	submit(connection: pg.Connection): void {
		this.#wire = connection as unknown as Wire;
		this.#wire.query(BACKUP);
	}

	handleCopyData({ chunk }: { chunk: Buffer }): void {
		const kind = chunk[0];
		if (kind === DATA)
			this.#write(Buffer.from(chunk.subarray(1))); // the buffer is used again
		else if (kind === NEW_ARCHIVE) {
			this.#archives += 1;
			if (this.#archives > 1)
				this.archive.destroy(new Error("a tablespace outside of the folder"));
		}
	}

	#write(bytes: Buffer): void {
		this.#doneBytes += bytes.length;
		this.#onProgress(this.#doneBytes);
		if (this.archive.destroyed || this.archive.write(bytes)) return;
		// What was received before the pause still comes.
		if (this.archive.listenerCount("drain") > 0) return;
		this.#wire!.stream.pause();
		this.archive.once("drain", () => this.#wire!.stream.resume());
	}

	handleRowDescription(): void {}
	handleDataRow(): void {}
	handleCommandComplete(): void {}
	handleEmptyQuery(): void {}
	handlePortalSuspended(): void {}

	handleReadyForQuery(): void {
		this.archive.end();
	}

	handleError(err: Error): void {
		this.archive.destroy(err);
	}
}
