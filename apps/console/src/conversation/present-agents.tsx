import { useQuery } from "@tanstack/react-query";
import { agents } from "../api/directory.ts";
import { usePresent } from "../api/presence.ts";
import { useAgentId } from "../api/session.ts";
import { Avatar } from "../design/avatar.tsx";
import { useText } from "../language/language.tsx";
import styles from "./present-agents.module.css";

/** Who else has the conversation open, and who types. */
export function PresentAgents({ id }: { readonly id: string }) {
	const text = useText();
	const present = usePresent(id, useAgentId());
	const { data: all = [] } = useQuery(agents);
	return (
		<ul className={styles.present} aria-label={text("presence.title")}>
			{present.map(({ agent_id, state }) => {
				const known = all.find((agent) => agent.id === agent_id);
				const name = known?.name ?? text("presence.unknown");
				const label = text(`presence.${state as "viewing" | "typing"}`, {
					name,
				});
				return (
					<li key={agent_id} title={label}>
						<Avatar name={name} small />
						<span
							className={state === "typing" ? styles.typing : "visually-hidden"}
						>
							{label}
						</span>
					</li>
				);
			})}
		</ul>
	);
}
