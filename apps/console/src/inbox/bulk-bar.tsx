import { useState } from "react";
import { useActiveAgents } from "../api/directory.ts";
import { Button, IconButton, withKey } from "../design/button.tsx";
import { Menu, MenuItem } from "../design/menu.tsx";
import { useText } from "../language/language.tsx";
import { useShortcuts } from "../shell/shortcuts.ts";
import styles from "./bulk-bar.module.css";
import { useBulkChange } from "./bulk-change.ts";

interface BulkBarProps {
	readonly ids: ReadonlySet<string>;
	/** The selection is to end. */
	readonly onEnd: () => void;
}

/** What can be done with all selected conversations. */
export function BulkBar({ ids, onEnd }: BulkBarProps) {
	const text = useText();
	const agents = useActiveAgents();
	const change = useBulkChange();
	const [isAssigning, setAssigning] = useState(false);
	const run = (changes: Parameters<typeof change>[1]) => {
		void change([...ids], changes);
		onEnd();
	};
	const resolve = () => run({ status: "resolved" });
	useShortcuts({ e: resolve, a: () => setAssigning(true) });
	return (
		<div className={styles.bar} role="toolbar" aria-label={text("bulk.title")}>
			<IconButton icon="close" label={text("bulk.end")} onClick={onEnd} />
			<span className={styles.count}>
				{text("bulk.selected", { count: ids.size })}
			</span>
			<Menu
				open={isAssigning}
				onOpenChange={setAssigning}
				trigger={
					<Button small icon="user" title={withKey(text("bulk.assign"), "a")}>
						{text("bulk.assign")}
					</Button>
				}
			>
				<MenuItem onSelect={() => run({ assignee_id: null })}>
					{text("assignee.none")}
				</MenuItem>
				{agents.map(({ id, name }) => (
					<MenuItem key={id} onSelect={() => run({ assignee_id: id })}>
						{name}
					</MenuItem>
				))}
			</Menu>
			<Button
				kind="primary"
				small
				icon="check"
				title={withKey(text("action.resolve"), "e")}
				onClick={resolve}
			>
				{text("action.resolve")}
			</Button>
		</div>
	);
}
