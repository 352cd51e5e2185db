import { Link } from "@tanstack/react-router";
import { Icon } from "../design/icon.tsx";
import { useText } from "../language/language.tsx";
import styles from "./notice.module.css";

/** Says of a ticket without messages where they are, and that nothing can be sent from here. */
export function MergedNotice({ into }: { readonly into: string }) {
	const text = useText();
	return (
		<p className={styles.notice} role="status">
			<Icon name="merge" />
			<span className={styles.text}>{text("conversation.merged")}</span>
			<Link
				to="/inbox/$view/$ticketId"
				params={{ view: "all", ticketId: into }}
				search={{}}
			>
				{text("conversation.openTarget")}
			</Link>
		</p>
	);
}
