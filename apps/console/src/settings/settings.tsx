import { Link, useParams } from "@tanstack/react-router";
import { type ComponentType, useEffect, useRef } from "react";
import { Account } from "../account/account.tsx";
import { type Scope, useScopes } from "../api/rights.ts";
import { Empty, Skeleton } from "../design/empty.tsx";
import { Icon, type IconName } from "../design/icon.tsx";
import { useTitle } from "../design/use-title.ts";
import { useText } from "../language/language.tsx";
import { Agents } from "./agents.tsx";
import { Attributes } from "./attributes.tsx";
import { Audit } from "./audit.tsx";
import { Groups } from "./groups.tsx";
import { Keys } from "./keys.tsx";
import { Macros } from "./macros.tsx";
import { Mailboxes } from "./mailboxes.tsx";
import styles from "./settings.module.css";
import { Webhooks } from "./webhooks.tsx";

/** The scope is what the section's buttons need; who lacks it is not shown the section. */
const SECTIONS = [
	["account", "user", Account, undefined],
	["mailboxes", "mail", Mailboxes, "workspace:write"],
	["agents", "users", Agents, "workspace:write"],
	["groups", "layers", Groups, "workspace:write"],
	["attributes", "list", Attributes, "workspace:write"],
	["macros", "macro", Macros, "workspace:write"],
	["webhooks", "webhook", Webhooks, "webhooks:write"],
	["keys", "key", Keys, "keys:write"],
	["audit", "history", Audit, "workspace:write"],
] as const satisfies readonly (readonly [
	name: string,
	icon: IconName,
	view: ComponentType,
	scope: Scope | undefined,
])[];

type Section = (typeof SECTIONS)[number];
const [OWN, ...OF_WORKSPACE] = SECTIONS;

/** The agent's own account, and what its role may change of the workspace. */
export function Settings() {
	const text = useText();
	const scopes = useScopes();
	const params = useParams({ strict: false });
	const isOffered = ([, , , scope]: Section) => !scope || scopes?.has(scope);
	const offered = OF_WORKSPACE.filter(isOffered);
	const section =
		SECTIONS.find(([name]) => name === params.section) ?? offered[0] ?? OWN;
	const [name, , View] = section;
	useTitle(text(`settings.${name}`));
	const places = useRef<HTMLElement>(null);
	// biome-ignore lint/correctness/useExhaustiveDependencies: on a phone the places are a row, of which some are out of sight
	useEffect(() => {
		const current = places.current?.querySelector("[aria-current]");
		current?.scrollIntoView({ block: "nearest", inline: "nearest" });
	}, [name, scopes === undefined]);
	return (
		<div className={styles.settings}>
			<nav
				ref={places}
				className={styles.places}
				aria-label={text("place.settings")}
			>
				<h1>{text("place.settings")}</h1>
				<Places sections={[OWN]} current={section} />
				{offered.length > 0 && <Places sections={offered} current={section} />}
			</nav>
			<div className={styles.content}>
				{!scopes ? (
					<Skeleton />
				) : isOffered(section) ? (
					<View />
				) : (
					<NotPermitted />
				)}
			</div>
		</div>
	);
}

function Places({
	sections,
	current,
}: {
	readonly sections: readonly Section[];
	readonly current: Section;
}) {
	const text = useText();
	return (
		<ul>
			{sections.map(([name, icon]) => (
				<li key={name}>
					<Link
						to="/settings/$section"
						params={{ section: name }}
						aria-current={name === current[0] ? "page" : undefined}
					>
						<Icon name={icon} />
						{text(`settings.${name}`)}
					</Link>
				</li>
			))}
		</ul>
	);
}

/** For who opens the address of a section that its role does not permit. */
function NotPermitted() {
	const text = useText();
	return (
		<Empty icon="lock" title={text("settings.notPermitted")}>
			<p>{text("settings.notPermittedHint")}</p>
		</Empty>
	);
}
