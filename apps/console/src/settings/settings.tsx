import { Link, useParams } from "@tanstack/react-router";
import type { ComponentType } from "react";
import { Icon, type IconName } from "../design/icon.tsx";
import { useText } from "../language/language.tsx";
import { Account } from "./account.tsx";
import { Agents } from "./agents.tsx";
import { Attributes } from "./attributes.tsx";
import { Groups } from "./groups.tsx";
import { Keys } from "./keys.tsx";
import { Macros } from "./macros.tsx";
import { Mailboxes } from "./mailboxes.tsx";
import styles from "./settings.module.css";
import { Webhooks } from "./webhooks.tsx";

const SECTIONS = [
	["mailboxes", "mail", Mailboxes],
	["agents", "user", Agents],
	["groups", "users", Groups],
	["attributes", "list", Attributes],
	["macros", "macro", Macros],
	["webhooks", "webhook", Webhooks],
	["keys", "key", Keys],
	["account", "settings", Account],
] as const satisfies readonly (readonly [string, IconName, ComponentType])[];

export function Settings() {
	const text = useText();
	const { section = "mailboxes" } = useParams({ strict: false });
	const [, , View] = SECTIONS.find(([name]) => name === section) ?? SECTIONS[0];
	return (
		<div className={styles.settings}>
			<nav className={styles.places} aria-label={text("place.settings")}>
				<h1>{text("place.settings")}</h1>
				<ul>
					{SECTIONS.map(([name, icon]) => (
						<li key={name}>
							<Link
								to="/settings/$section"
								params={{ section: name }}
								aria-current={name === section ? "page" : undefined}
							>
								<Icon name={icon} />
								{text(`settings.${name}`)}
							</Link>
						</li>
					))}
				</ul>
			</nav>
			<div className={styles.content}>
				<View />
			</div>
		</div>
	);
}
