import { Button } from "../design/button.tsx";
import { Dialog, DialogActions } from "../design/dialog.tsx";
import { useCopy } from "../design/use-copy.ts";
import styles from "./second-factor.module.css";
import { useAccountText } from "./text.ts";

/** Shows recovery codes, of which the desk keeps only hashes. */
export function RecoveryCodes({
	codes,
	email,
	onClose,
}: {
	readonly codes: readonly string[];
	readonly email: string;
	readonly onClose: () => void;
}) {
	const text = useAccountText();
	const copy = useCopy();
	return (
		<Dialog
			title={text("codes.title")}
			description={text("codes.hint")}
			stays
			onClose={onClose}
		>
			<ul className={styles.codes}>
				{codes.map((code) => (
					<li key={code}>{code}</li>
				))}
			</ul>
			<DialogActions>
				<Button icon="copy" onClick={() => void copy(codes.join("\n"))}>
					{text("codes.copy")}
				</Button>
				<Button
					icon="file"
					onClick={() =>
						download(
							"support-desk-recovery-codes.txt",
							[text("codes.file", { email }), "", ...codes, ""].join("\n"),
						)
					}
				>
					{text("codes.download")}
				</Button>
				<Button kind="primary" onClick={onClose}>
					{text("codes.kept")}
				</Button>
			</DialogActions>
		</Dialog>
	);
}

function download(name: string, content: string): void {
	const url = URL.createObjectURL(new Blob([content], { type: "text/plain" }));
	const link = document.createElement("a");
	link.href = url;
	link.download = name;
	link.click();
	URL.revokeObjectURL(url);
}
