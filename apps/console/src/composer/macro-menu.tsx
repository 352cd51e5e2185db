import type { Macro } from "@supportdesk/client";
import { useQuery } from "@tanstack/react-query";
import { desk } from "../api/desk.ts";
import { macros } from "../api/directory.ts";
import { queryClient } from "../api/query-client.ts";
import { IconButton } from "../design/button.tsx";
import { Menu, MenuItem } from "../design/menu.tsx";
import { useToasts } from "../design/toasts.tsx";
import { useText } from "../language/language.tsx";
import { messageOf } from "../language/message-of.ts";
import type { MacroChanges, Mode } from "./kept-text.ts";

export interface InsertedMacro {
	readonly body: string;
	readonly mode: Mode;
	/** What the ticket becomes when the message is sent. */
	readonly changes: MacroChanges | undefined;
}

interface MacroMenuProps {
	readonly ticketId: string;
	readonly open: boolean;
	readonly onOpenChange: (open: boolean) => void;
	readonly onInsert: (macro: InsertedMacro) => void;
}

/** The workspace's macros. One with a text is put into the composer, one without is applied at once. */
export function MacroMenu(props: MacroMenuProps) {
	const { ticketId, open, onOpenChange, onInsert } = props;
	const text = useText();
	const { say, warn } = useToasts();
	const { data: all = [] } = useQuery({ ...macros, enabled: open });
	const choose = async (macro: Macro) => {
		try {
			const isSilent = macro.body === null;
			const { message } = await desk.tickets.applyMacro(
				ticketId,
				macro.id,
				{},
				{ query: { preview: isSilent ? "false" : "true" } },
			);
			if (message) {
				const hasChanges = Object.keys(macro.changes).length > 0;
				onInsert({
					body: message.body_text,
					mode: message.type === "note" ? "note" : "reply",
					changes: hasChanges ? macro.changes : undefined,
				});
			} else {
				void queryClient.invalidateQueries({
					queryKey: ["conversation", ticketId],
				});
				say(text("macro.applied", { name: macro.name }));
			}
		} catch (error) {
			warn(messageOf(error));
		}
	};
	return (
		<Menu
			align="start"
			open={open}
			onOpenChange={onOpenChange}
			trigger={
				<IconButton icon="macro" label={text("macro.title")} shortcut="m" />
			}
		>
			{all.length === 0 && (
				<MenuItem disabled onSelect={() => {}}>
					{text("macro.none")}
				</MenuItem>
			)}
			{all.map((macro) => (
				<MenuItem key={macro.id} onSelect={() => void choose(macro)}>
					{macro.name}
				</MenuItem>
			))}
		</Menu>
	);
}
