import type { Pool } from "@supportdesk/pg/pool.ts";
import { type Caller, read } from "@supportdesk/pg/transaction.ts";
import {
	type Definitions,
	selectAttributeDefinitions,
} from "./store/attributes.ts";

const WORKSPACES_MAX = 1_000; // a definition has some hundred bytes, and a workspace some dozen of them

/**
 * Copies of the attribute definitions of the workspaces whose tickets were written last. One may be out of date: what
 * was checked against it is written only if its fingerprint is still that of the definitions.
 */
export interface DefinitionCopies {
	/** The copy, read from the database if there is none. */
	find(caller: Caller): Promise<Definitions>;
	/** Replaces the copy. */
	keep(workspaceId: string, definitions: Definitions): void;
}

export function createDefinitionCopies(db: Pool): DefinitionCopies {
	// In the order in which they were used last.
	const copies = new Map<string, Definitions>();
	const keep = (workspaceId: string, definitions: Definitions) => {
		copies.delete(workspaceId);
		copies.set(workspaceId, definitions);
		if (copies.size <= WORKSPACES_MAX) return;
		const [oldest] = copies.keys();
		copies.delete(oldest!);
	};
	return {
		keep,
		async find(caller) {
			const { workspaceId } = caller;
			const known = copies.get(workspaceId);
			const definitions =
				known ??
				(await read(db, caller, selectAttributeDefinitions(workspaceId)))[0]!;
			keep(workspaceId, definitions);
			return definitions;
		},
	};
}
