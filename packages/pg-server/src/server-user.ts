import { execFileSync } from "node:child_process";
import { statSync } from "node:fs";
import { dirname } from "node:path";
import { PostgresStartError } from "./postgres-start-error.ts";

/** The user a server runs as. */
export interface ServerUser {
	readonly uid: number;
	readonly gid: number;
}

// Debian has `nobody` from the start, and `postgres` once somebody installed PostgreSQL. A bare number
// would not do: initdb asks for its user's name.
const UNPRIVILEGED_USERS = ["postgres", "nobody"];

/**
 * Chooses the user: PostgreSQL refuses to run as root, so root's server runs as the folder's owner
 * (a folder made earlier keeps its user) or as an unprivileged user of the system.
 *
 * @returns undefined if the server runs as the user we are
 */
export function chooseServerUser(dataDir: string): ServerUser | undefined {
	if (process.getuid?.() !== 0) return undefined;
	const { uid, gid } = statSync(dataDir);
	if (uid !== 0) return { uid, gid };
	for (const name of UNPRIVILEGED_USERS) {
		const uid = lookUp("-u", name);
		const gid = lookUp("-g", name);
		if (uid && gid) return { uid, gid };
	}
	throw new PostgresStartError(
		`PostgreSQL does not run as root and this system has no user ${UNPRIVILEGED_USERS.join(" or ")}; start as an ordinary user.`,
	);
}

// Opens every folder, and nothing else of root's powers. access(2), by which PostgreSQL looks for its own programs,
// forgets the capabilities of a user that is not root unless the "fixup" is off.
const THROUGH_CLOSED_FOLDERS = [
	"--inh-caps=-all,+dac_override",
	"--ambient-caps=+dac_override",
	"--bounding-set=-all,+dac_override",
	"--securebits=+no_setuid_fixup",
];

/**
 * The command's beginning that turns root into the user. Where a folder on the way is closed to the user (a clone
 * below /root, a temporary folder of root's), the server keeps the one capability that opens it.
 */
export function becomeUser(user: ServerUser, paths: string[]): string[] {
	const open = paths.every((path) => isOpenTo(user, path));
	return [
		...["setpriv", `--reuid=${user.uid}`, `--regid=${user.gid}`],
		...["--clear-groups", ...(open ? [] : THROUGH_CLOSED_FOLDERS)],
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

function lookUp(flag: "-u" | "-g", name: string): number | undefined {
	try {
		return Number(
			execFileSync("id", [flag, name], { stdio: ["ignore", "pipe", "ignore"] }),
		);
	} catch {
		return undefined;
	}
}
