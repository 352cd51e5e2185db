import { useText } from "../language/language.tsx";
import { FormDialog } from "./form-dialog.tsx";
import { useSave } from "./use-action.ts";

/** Asks before something goes that no button brings back. */
export function DeleteDialog({
	name,
	hint,
	list,
	onDelete,
	onClose,
}: {
	readonly name: string;
	/** What else comes of it. */
	readonly hint?: string;
	/** The key of the list that it goes from. */
	readonly list: string;
	readonly onDelete: () => Promise<unknown>;
	readonly onClose: () => void;
}) {
	const text = useText();
	const save = useSave(list);
	return (
		<FormDialog
			title={text("settings.deleteTitle", { name })}
			description={hint ?? text("settings.deleteHint")}
			submit={text("action.delete")}
			isDangerous
			onSubmit={() => save(onDelete(), text("done.deleted"))}
			onClose={onClose}
		/>
	);
}
