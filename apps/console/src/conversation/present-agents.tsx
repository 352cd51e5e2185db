import { Avatar } from "../design/avatar.tsx";
import { useText } from "../language/language.tsx";
import styles from "./present-agents.module.css";
import { usePresentAgents } from "./use-present-agents.ts";

/** Who else has the conversation open, and who types. */
export function PresentAgents({ id }: { readonly id: string }) {
	const text = useText();
	return (
		<ul className={styles.present} aria-label={text("presence.title")}>
			{usePresentAgents(id).map(({ agent_id, state, name, label }) => (
				<li key={agent_id} title={label}>
					<Avatar name={name} small />
					<span
						className={state === "typing" ? styles.typing : "visually-hidden"}
					>
						{label}
					</span>
				</li>
			))}
		</ul>
	);
}
