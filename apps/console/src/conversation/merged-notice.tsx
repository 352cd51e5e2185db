import { Link } from "@tanstack/react-router";
import { useAgentId } from "../api/session.ts";
import { moveComposed } from "../composer/move-composed.ts";
import { Icon } from "../design/icon.tsx";
import { useText } from "../language/language.tsx";
import styles from "./notice.module.css";

/** Says of a ticket without messages where they are, and that nothing can be sent from here. */
export function MergedNotice({
	id,
	into,
}: {
	readonly id: string;
	readonly into: string;
}) {
	const text = useText();
	const agentId = useAgentId();
	return (
		<p className={styles.notice} role="status">
			<Icon name="merge" />
			<span className={styles.text}>{text("conversation.merged")}</span>
			<Link
				to="/inbox/$view/$ticketId"
				params={{ view: "all", ticketId: into }}
				search={{}}
				onClick={() => void moveComposed(agentId, id, into)}
			>
				{text("conversation.openTarget")}
			</Link>
		</p>
	);
}
