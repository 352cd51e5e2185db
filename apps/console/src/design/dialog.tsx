import * as Radix from "@radix-ui/react-dialog";
import { type ReactNode, useState } from "react";
import { useText } from "../language/language.tsx";
import { IconButton } from "./button.tsx";
import { classes } from "./classes.ts";
import styles from "./dialog.module.css";
import { findOpener } from "./return-focus.ts";

/**
 * A window above the page. Radix keeps the focus inside; its overlay is left out, because that writes a style element,
 * which the content security policy forbids.
 */
export function Dialog({
	title,
	description,
	children,
	wide,
	stays,
	onClose,
}: {
	readonly title: string;
	readonly description?: string;
	readonly children: ReactNode;
	readonly wide?: boolean;
	/** A click beside it does not close it: what it shows is shown once. */
	readonly stays?: boolean;
	readonly onClose: () => void;
}) {
	const text = useText();
	const [opener] = useState(findOpener);
	return (
		<Radix.Root open onOpenChange={(open) => open || onClose()}>
			<Radix.Portal>
				<div className={styles.backdrop} />
				<Radix.Content
					className={classes(styles.dialog, wide && styles.wide)}
					onCloseAutoFocus={(event) => {
						// Radix knows only buttons of its own.
						event.preventDefault();
						if (document.activeElement !== document.body) return;
						// The button may be gone with what was deleted.
						if (opener?.isConnected) opener.focus();
						else document.getElementById("main")?.focus();
					}}
					onInteractOutside={(event) => stays && event.preventDefault()}
					{...(!description && { "aria-describedby": undefined })}
				>
					<header className={styles.header}>
						<Radix.Title className={styles.title}>{title}</Radix.Title>
						<Radix.Close asChild>
							<IconButton icon="close" label={text("action.close")} />
						</Radix.Close>
					</header>
					{description && (
						<Radix.Description className={styles.description}>
							{description}
						</Radix.Description>
					)}
					{children}
				</Radix.Content>
			</Radix.Portal>
		</Radix.Root>
	);
}

/** The buttons at the end of a dialog. */
export function DialogActions({ children }: { readonly children: ReactNode }) {
	return <div className={styles.actions}>{children}</div>;
}
