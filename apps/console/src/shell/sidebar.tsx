import { Link } from "@tanstack/react-router";
import { useMe } from "../api/directory.ts";
import { Icon, type IconName } from "../design/icon.tsx";
import { Count } from "../inbox/count.tsx";
import { VIEWS, type View } from "../inbox/views.ts";
import { type TextKey, useText } from "../language/language.tsx";
import { AccountMenu } from "./account-menu.tsx";
import styles from "./sidebar.module.css";

const VIEW_ICONS: Readonly<Record<View, IconName>> = {
	mine: "user",
	unassigned: "inbox",
	waiting: "clock",
	all: "layers",
};

const PLACES = [
	["/contacts", "users", "place.contacts"],
	["/knowledge", "book", "place.knowledge"],
	["/gaps", "gap", "place.gaps"],
	["/figures", "chart", "place.figures"],
	["/settings", "settings", "place.settings"],
] as const satisfies readonly (readonly [string, IconName, TextKey])[];

export function Sidebar({ onHelp }: { readonly onHelp: () => void }) {
	const text = useText();
	const me = useMe();
	return (
		<nav className={styles.sidebar} aria-label={text("shell.places")}>
			<p className={styles.workspace}>
				<img src="/icon.svg" alt="" width="24" height="24" />
				<span>{me?.workspace.name ?? "Support Desk"}</span>
			</p>
			<ul>
				{VIEWS.map((view) => (
					<li key={view}>
						<Link to="/inbox/$view" params={{ view }} search={{}}>
							<Icon name={VIEW_ICONS[view]} />
							<span>{text(`view.${view}`)}</span>
							<Count view={view} />
						</Link>
					</li>
				))}
			</ul>
			<ul>
				{PLACES.map(([to, icon, key]) => (
					<li key={to}>
						<Link to={to}>
							<Icon name={icon} />
							<span>{text(key)}</span>
						</Link>
					</li>
				))}
			</ul>
			<AccountMenu onHelp={onHelp} />
		</nav>
	);
}
