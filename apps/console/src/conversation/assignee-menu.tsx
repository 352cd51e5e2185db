import type { Conversation } from "@supportdesk/client";
import { useActiveAgents, useMe } from "../api/directory.ts";
import { Avatar } from "../design/avatar.tsx";
import { Button, withKey } from "../design/button.tsx";
import { Icon } from "../design/icon.tsx";
import { Menu, MenuItem } from "../design/menu.tsx";
import { useText } from "../language/language.tsx";
import styles from "./assignee-menu.module.css";
import { useTicketChange } from "./ticket-change.ts";

export function AssigneeMenu({
	conversation: { id, assignee },
	open,
	onOpenChange,
}: {
	readonly conversation: Conversation;
	readonly open: boolean;
	readonly onOpenChange: (open: boolean) => void;
}) {
	const text = useText();
	const me = useMe();
	const agents = useActiveAgents();
	const change = useTicketChange(id);
	// The agent at this screen comes first.
	const sorted = [...agents].sort(
		(a, b) => Number(b.id === me?.owner.id) - Number(a.id === me?.owner.id),
	);
	return (
		<Menu
			open={open}
			onOpenChange={onOpenChange}
			trigger={
				<Button
					kind="quiet"
					title={withKey(text("help.assign"), "a")}
					className={styles.trigger}
				>
					{assignee ? (
						<Avatar name={assignee.name} small />
					) : (
						<Icon name="user" size={16} />
					)}
					<span className={styles.name}>
						{assignee?.name ?? text("assignee.none")}
					</span>
				</Button>
			}
		>
			{sorted.map((agent) => (
				<MenuItem
					key={agent.id}
					checked={agent.id === assignee?.id}
					onSelect={() =>
						change(
							{ assignee_id: agent.id, assignee: agent },
							text("done.assigned", { name: agent.name }),
						)
					}
				>
					{agent.id === me?.owner.id
						? text("assignee.me", { name: agent.name })
						: agent.name}
				</MenuItem>
			))}
			<MenuItem
				checked={!assignee}
				onSelect={() =>
					change({ assignee_id: null, assignee: null }, text("done.unassigned"))
				}
			>
				{text("assignee.none")}
			</MenuItem>
		</Menu>
	);
}
