import { useQuery } from "@tanstack/react-query";
import { agents } from "../api/directory.ts";
import { type Present, usePresent } from "../api/presence.ts";
import { useAgentId } from "../api/session.ts";
import { useText } from "../language/language.tsx";

export interface PresentAgent extends Present {
	readonly name: string;
	/** Says who is there, and whether they type. */
	readonly label: string;
}

/** Who else has the conversation open. Agents are fetched once there is somebody. */
export function usePresentAgents(id: string): readonly PresentAgent[] {
	const text = useText();
	const present = usePresent(id, useAgentId());
	const enabled = present.length > 0;
	const { data: all = [] } = useQuery({ ...agents, enabled });
	return present.map(({ agent_id, state }) => {
		const known = all.find((agent) => agent.id === agent_id);
		const name = known?.name ?? text("presence.unknown");
		const key = `presence.${state as "viewing" | "typing"}` as const;
		return { agent_id, state, name, label: text(key, { name }) };
	});
}
