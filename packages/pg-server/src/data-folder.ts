import { randomBytes } from "node:crypto";
import {
	chownSync,
	existsSync,
	mkdirSync,
	readFileSync,
	writeFileSync,
} from "node:fs";
import { join } from "node:path";
import { PostgresStartError } from "./postgres-start-error.ts";
import { chooseServerUser, type ServerUser } from "./server-user.ts";

/** The superuser of our own servers. */
export const SUPERUSER = "postgres";

const MAJOR_VERSION = "18";

/** What lies where in the folder of one server. */
export const folderFiles = (dataDir: string) =>
	({
		cluster: join(dataDir, "cluster"),
		lock: join(dataDir, "lock"),
		log: join(dataDir, "postgres.log"),
		password: join(dataDir, "password"),
		pid: join(dataDir, "cluster", "postmaster.pid"),
	}) as const;

/**
 * Makes the folder ready for its server and gives it to the server's user.
 *
 * @throws PostgresStartError if the folder cannot be used
 */
export function prepareFolder(dataDir: string): {
	user: ServerUser | undefined;
	password: string;
} {
	const files = folderFiles(dataDir);
	try {
		mkdirSync(dataDir, { recursive: true, mode: 0o700 });
		const user = chooseServerUser(dataDir);
		refuseOtherVersion(files.cluster);
		if (!existsSync(files.password)) {
			const password = randomBytes(24).toString("base64url");
			writeFileSync(files.password, password, { mode: 0o600, flag: "wx" });
		}
		writeFileSync(files.lock, "", { mode: 0o600, flag: "a" });
		if (user) {
			for (const path of [dataDir, files.password, files.lock])
				chownSync(path, user.uid, user.gid);
		}
		return { user, password: readFileSync(files.password, "utf8") };
	} catch (err) {
		throw describeFolderError(err as NodeJS.ErrnoException, dataDir);
	}
}

function refuseOtherVersion(cluster: string): void {
	const versionFile = join(cluster, "PG_VERSION");
	if (!existsSync(versionFile)) return;
	const version = readFileSync(versionFile, "utf8").trim();
	if (version === MAJOR_VERSION) return;
	throw new PostgresStartError(
		`The data folder ${cluster} was written by PostgreSQL ${version}, and this is PostgreSQL ${MAJOR_VERSION}; choose another folder, or bring the data over with pg_dump.`,
	);
}

function describeFolderError(
	err: NodeJS.ErrnoException,
	dataDir: string,
): Error {
	switch (err.code) {
		case "EEXIST":
		case "ENOTDIR":
			return new PostgresStartError(
				`The data folder ${dataDir} is not a folder.`,
				{ cause: err },
			);
		case "EACCES":
		case "EPERM":
		case "EROFS":
			return new PostgresStartError(
				`The data folder ${dataDir} cannot be written by this user (${err.code}).`,
				{ cause: err },
			);
		case "ENOSPC":
			return new PostgresStartError(
				`There is no space left for the data folder ${dataDir}.`,
				{ cause: err },
			);
		default:
			return err;
	}
}
