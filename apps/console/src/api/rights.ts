import type { Me } from "@supportdesk/client";
import { useMe } from "./directory.ts";

export type Scope = Me["scopes"][number];

/** What the signed-in agent may do. Undefined until it is known; a role that changes counts at once. */
export function useScopes(): ReadonlySet<Scope> | undefined {
	const me = useMe();
	return me && new Set(me.scopes);
}
