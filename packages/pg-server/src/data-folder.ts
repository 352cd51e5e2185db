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

/** The superuser of the embedded servers. */
export const SUPERUSER = "postgres";

const MAJOR_VERSION = "18";

/** The paths in the folder of one server. */
export const folderFiles = (dataDir: string) =>
	({
		cluster: join(dataDir, "cluster"),
		lock: join(dataDir, "lock"),
		log: join(dataDir, "postgres.log"),
		password: join(dataDir, "password"),
		pid: join(dataDir, "cluster", "postmaster.pid"),
	}) as const;

/**
 * Prepares the folder for its server and makes the server's user its owner.
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
		const password = storedPassword(dataDir);
		writeFileSync(files.lock, "", { mode: 0o600, flag: "a" });
		if (user) {
			for (const path of [dataDir, files.password, files.lock])
				chownSync(path, user.uid, user.gid);
		}
		return { user, password };
	} catch (err) {
		throw describeFolderError(err as NodeJS.ErrnoException, dataDir);
	}
}

/** A full disk or a kill can leave the file empty; initdb has used no password in that case. */
function storedPassword(dataDir: string): string {
	const { password: path, cluster } = folderFiles(dataDir);
	const stored = existsSync(path) ? readFileSync(path, "utf8") : "";
	if (stored) return stored;
	if (existsSync(cluster)) throw wrongPassword(dataDir);
	const password = randomBytes(24).toString("base64url");
	// The cluster is on the disk when initdb ends, so its password has to be on the disk before.
	writeFileSync(path, password, { mode: 0o600, flush: true });
	return password;
}

function refuseOtherVersion(cluster: string): void {
	const versionFile = join(cluster, "PG_VERSION");
	if (!existsSync(versionFile)) return;
	const version = readFileSync(versionFile, "utf8").trim();
	if (version === MAJOR_VERSION) return;
	throw new PostgresStartError(
		`The data folder ${cluster} was written by PostgreSQL ${version}, and this is PostgreSQL ${MAJOR_VERSION}; choose another folder, or transfer the data with pg_dump.`,
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
			return noSpace(dataDir, err);
		default:
			return err;
	}
}

/** The error of a full disk. */
export function noSpace(dataDir: string, cause?: Error): PostgresStartError {
	return new PostgresStartError(
		`There is no space left for the data folder ${dataDir}; make room on its disk.`,
		{ cause },
	);
}

/** The error of a password that is not the database's. */
export function wrongPassword(
	dataDir: string,
	cause?: unknown,
): PostgresStartError {
	const { password, cluster } = folderFiles(dataDir);
	return new PostgresStartError(
		`The file ${password} does not have the password of the database in ${cluster}; take it from a backup.`,
		{ cause },
	);
}
