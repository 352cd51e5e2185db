import { Outlet, useRouterState } from "@tanstack/react-router";
import { lazy, Suspense, useEffect, useRef, useState } from "react";
import { IconButton } from "../design/button.tsx";
import { classes } from "../design/classes.ts";
import { Icon } from "../design/icon.tsx";
import { useToasts } from "../design/toasts.tsx";
import { useText } from "../language/language.tsx";
import { useConnection } from "./live.tsx";
import styles from "./shell.module.css";
import { useEscape, useShortcuts } from "./shortcuts.ts";
import { Sidebar } from "./sidebar.tsx";

const loadHelp = () => import("./help.tsx");
const Help = lazy(() =>
	loadHelp().then((module) => ({ default: module.Help })),
);

/** What surrounds every view: the sidebar, the state of the connection, help. */
export function Shell() {
	const text = useText();
	const { undoLatest, warn } = useToasts();
	const [isHelpOpen, setHelpOpen] = useState(false);
	const [isMenuOpen, setMenuOpen] = useState(false);
	const menu = useRef<HTMLButtonElement>(null);
	const path = useRouterState({ select: ({ location }) => location.pathname });
	// biome-ignore lint/correctness/useExhaustiveDependencies: a visited page closes the menu
	useEffect(() => setMenuOpen(false), [path]);
	const openHelp = () =>
		void loadHelp().then(
			() => setHelpOpen(true),
			() => warn(text("error.notLoaded")),
		);
	useEscape(isMenuOpen, () => {
		setMenuOpen(false);
		menu.current?.focus();
	});
	useShortcuts({
		"?": openHelp,
		z: undoLatest,
	});
	return (
		<div className={styles.shell}>
			<a className={styles.skip} href="#main">
				{text("shell.skip")}
			</a>
			<div className={styles.bar}>
				<IconButton
					ref={menu}
					icon="menu"
					label={text("shell.menu")}
					aria-expanded={isMenuOpen}
					onClick={() => setMenuOpen(!isMenuOpen)}
				/>
				<span className={styles.name}>Support Desk</span>
			</div>
			{isMenuOpen && (
				<button
					type="button"
					className={styles.shade}
					aria-label={text("action.close")}
					onClick={() => setMenuOpen(false)}
				/>
			)}
			<div className={classes(styles.side, isMenuOpen && styles.open)}>
				<Sidebar onHelp={openHelp} />
			</div>
			<main id="main" className={styles.main} tabIndex={-1}>
				<Offline />
				<Outlet />
			</main>
			{isHelpOpen && (
				<Suspense>
					<Help onClose={() => setHelpOpen(false)} />
				</Suspense>
			)}
		</div>
	);
}

/** Says that what is shown may be old, and that nothing typed is lost. */
function Offline() {
	const text = useText();
	const connection = useConnection();
	if (connection !== "offline") return null;
	return (
		<p className={styles.offline} role="status">
			<Icon name="offline" size={16} /> {text("shell.offline")}
		</p>
	);
}
