import type { Statement } from "../statement/statement.ts";

const KNOWN_MS = 10_000;
const KNOWN_MAX = 1_000;

/** Remembers for a moment which pages were too large to share a round trip, so that they are not read twice again. */
export class LargePages {
	/** When each page was found large, in this order. */
	readonly #foundMs = new Map<string, number>();

	add(workspaceId: string, statements: readonly Statement[]): void {
		const key = keyOf(workspaceId, statements);
		this.#foundMs.delete(key);
		this.#foundMs.set(key, performance.now());
		if (this.#foundMs.size <= KNOWN_MAX) return;
		const [oldest] = this.#foundMs.keys();
		this.#foundMs.delete(oldest!);
	}

	has(workspaceId: string, statements: readonly Statement[]): boolean {
		if (this.#foundMs.size === 0) return false;
		const key = keyOf(workspaceId, statements);
		const foundMs = this.#foundMs.get(key);
		if (foundMs === undefined) return false;
		if (performance.now() < foundMs + KNOWN_MS) return true;
		this.#foundMs.delete(key);
		return false;
	}
}

function keyOf(workspaceId: string, statements: readonly Statement[]): string {
	const read = statements.map(({ name, values }) => [name, values]);
	return JSON.stringify([workspaceId, read]);
}
