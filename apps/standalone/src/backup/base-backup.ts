import { randomBytes } from "node:crypto";
import { PassThrough, type Readable } from "node:stream";
import pg from "pg";

const BACKUP =
	"BASE_BACKUP (LABEL 'supportdesk', CHECKPOINT 'fast', WAL true, MANIFEST 'no')";
// The types of messages within the copy.
const NEW_ARCHIVE = 0x6e;
const DATA = 0x64;

/**
 * Lets the running server copy its whole folder while writes continue: a tar archive from which a server recovers the
 * state at the end of the copy. The protocol of pg_basebackup
 * (https://www.postgresql.org/docs/18/protocol-replication.html), which the embedded server does not include.
 *
 * @param url a superuser's address.
 * @param onProgress called with the copied bytes; the total is unknown until the end.
 */
export async function baseBackup(
	url: string,
	onProgress: (doneBytes: number) => void,
): Promise<{ archive: Readable; close(): Promise<void> }> {
	const client = new pg.Client({
		connectionString: url,
		replication: "true",
	} as pg.ClientConfig);
	client.on("error", () => {}); // the failed query reports it
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
 * Retains the write-ahead log until it has been copied as well; dropped with the connection. Backups can run
 * concurrently.
 */
function newSlot(): string {
	const name = `supportdesk_backup_${randomBytes(8).toString("hex")}`;
	return `CREATE_REPLICATION_SLOT ${name} TEMPORARY PHYSICAL (RESERVE_WAL true)`;
}

interface Connection {
	readonly stream: { pause(): void; resume(): void };
	query(text: string): void;
}

/** pg accepts this as a custom query, like pg-cursor's. */
class BaseBackupQuery implements pg.Submittable {
	readonly archive = new PassThrough();
	readonly #onProgress: (doneBytes: number) => void;
	#connection: Connection | undefined;
	#archives = 0;
	#doneBytes = 0;

	constructor(onProgress: (doneBytes: number) => void) {
		this.#onProgress = onProgress;
	}

	submit(connection: pg.Connection): void {
		this.#connection = connection as unknown as Connection;
		this.#connection.query(BACKUP);
	}

	handleCopyData({ chunk }: { chunk: Buffer }): void {
		const kind = chunk[0];
		if (kind === DATA)
			this.#write(Buffer.from(chunk.subarray(1))); // the buffer is reused
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
		// Data received before the pause still arrives.
		if (this.archive.listenerCount("drain") > 0) return;
		this.#connection!.stream.pause();
		this.archive.once("drain", () => this.#connection!.stream.resume());
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
