/** How a method is called: how long its caller waits at most, and how often it is tried. */
export interface MethodPolicy {
	readonly timeoutMs: number;
	readonly attempts: number;
}

const READ: MethodPolicy = { timeoutMs: 5_000, attempts: 3 };
const SEARCH: MethodPolicy = { timeoutMs: 3_000, attempts: 3 };
// A write is tried twice at most; its operation id keeps the second attempt from changing anything twice.
const WRITE: MethodPolicy = { timeoutMs: 10_000, attempts: 2 };
// A language model may take this long to write, and training reads thousands of tickets; jobs wait for both, no client does.
const LONG: MethodPolicy = { timeoutMs: 60_000, attempts: 2 };

// The files of a message wait for memory, then for each other. Its parts cannot be sent again.
const UPLOAD: MethodPolicy = { timeoutMs: 25_000, attempts: 1 };

const LONG_METHODS = new Set(["writeDraft", "train"]);
const READ_METHODS = new Set(["classify", "embed"]);

/**
 * The policy of a method, by its name: `get…`, `list…` and `find…` read, `search` searches, `upload…` brings files,
 * everything else writes.
 */
export function methodPolicy(name: string): MethodPolicy {
	if (name === "search") return SEARCH;
	if (LONG_METHODS.has(name)) return LONG;
	if (name.startsWith("upload")) return UPLOAD;
	if (READ_METHODS.has(name) || /^(get|list|find)[A-Z]/.test(name)) return READ;
	return WRITE;
}
