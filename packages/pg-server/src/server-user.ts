import { execFileSync } from "node:child_process";
import { statSync } from "node:fs";
import { dirname } from "node:path";
import { PostgresStartError } from "./postgres-start-error.ts";

/** The user a server runs as. */
export interface ServerUser {
	readonly uid: number;
	readonly gid: number;
}

// Debian always has `nobody`, and `postgres` once PostgreSQL is installed. A numeric id is not enough: initdb looks up
// its user's name.
const UNPRIVILEGED_USERS = ["postgres", "nobody"];

/**
 * Chooses the user: PostgreSQL refuses to run as root, so root's server runs as the folder's owner (an existing folder
 * keeps its user) or as an unprivileged user of the system.
 *
 * @returns undefined if the server runs as this process's user
 */
export function chooseServerUser(dataDir: string): ServerUser | undefined {
	if (process.getuid?.() !== 0) return undefined;
	const { uid, gid } = statSync(dataDir);
	if (uid !== 0) return { uid, gid };
	for (const name of UNPRIVILEGED_USERS) {
		const uid = lookupId("-u", name);
		const gid = lookupId("-g", name);
		if (uid && gid) return { uid, gid };
	}
	throw new PostgresStartError(
		`PostgreSQL does not run as root and this system has no user ${UNPRIVILEGED_USERS.join(" or ")}; start as an ordinary user.`,
	);
}

// Grants access to every folder and no other capability of root. access(2), with which PostgreSQL looks for its own
// programs, drops the capabilities of a non-root user unless the "fixup" is off.
const ACCESS_ALL_FOLDERS = [
	"--inh-caps=-all,+dac_override",
	"--ambient-caps=+dac_override",
	"--bounding-set=-all,+dac_override",
	"--securebits=+no_setuid_fixup",
];

/**
 * The start of a command line that switches from root to the user. If the user cannot access a parent folder (a clone
 * below /root, a temporary folder of root's), the server keeps the one capability that permits it.
 */
export function becomeUser(user: ServerUser, paths: string[]): string[] {
	const open = paths.every((path) => isOpenTo(user, path));
	return [
		...["setpriv", `--reuid=${user.uid}`, `--regid=${user.gid}`],
		...["--clear-groups", ...(open ? [] : ACCESS_ALL_FOLDERS)],
	];
}

function isOpenTo(user: ServerUser, path: string): boolean {
	const { mode, uid } = statSync(path);
	const [mine, others] = [0o500, 0o005];
	const needed = uid === user.uid ? mine : others;
	const parent = dirname(path);
	return (
		(mode & needed) === needed && (parent === path || isOpenTo(user, parent))
	);
}

function lookupId(flag: "-u" | "-g", name: string): number | undefined {
	try {
		return Number(
			execFileSync("id", [flag, name], { stdio: ["ignore", "pipe", "ignore"] }),
		);
	} catch {
		return undefined;
	}
}
