import { desk } from "../api/desk.ts";
import { Button } from "../design/button.tsx";
import { Icon } from "../design/icon.tsx";
import { useText } from "../language/language.tsx";
import { useAction } from "../settings/use-action.ts";
import styles from "./notice.module.css";

/** Says of a ticket that is still shown that another agent has deleted it, and brings it back. */
export function DeletedNotice({ id }: { readonly id: string }) {
	const text = useText();
	const run = useAction("conversation");
	return (
		<p className={styles.notice} role="status">
			<Icon name="trash" />
			<span className={styles.text}>{text("conversation.deleted")}</span>
			<Button
				small
				onClick={() =>
					void run(() => desk.tickets.restore(id), text("done.restored"))
				}
			>
				{text("action.restore")}
			</Button>
		</p>
	);
}
