import { useNavigate } from "@tanstack/react-router";
import { useState } from "react";
import { useSignOut } from "../account/use-sign-out.ts";
import { useMe } from "../api/directory.ts";
import { Avatar } from "../design/avatar.tsx";
import { IconButton } from "../design/button.tsx";
import { Menu, MenuItem, MenuLine, MenuTitle } from "../design/menu.tsx";
import { chooseTheme, readTheme, type Theme } from "../design/theme.ts";
import {
	LANGUAGES,
	type Language,
	useLanguage,
} from "../language/language.tsx";
import styles from "./account-menu.module.css";

const THEMES: readonly Theme[] = ["system", "light", "dark"];

/** Who is signed in, and how the desk looks to them. */
export function AccountMenu({ onHelp }: { readonly onHelp: () => void }) {
	const { text, language, setLanguage } = useLanguage();
	const navigate = useNavigate();
	const me = useMe();
	const signOut = useSignOut();
	const [theme, setTheme] = useState(readTheme);
	const name = me?.owner.name ?? "";
	return (
		<div className={styles.account}>
			<Menu
				align="start"
				trigger={
					<button
						type="button"
						className={styles.trigger}
						aria-label={name ? undefined : text("account.menu")}
					>
						<Avatar name={name} />
						<span className={styles.name}>{name}</span>
					</button>
				}
			>
				<MenuItem
					icon="user"
					onSelect={() =>
						void navigate({
							to: "/settings/$section",
							params: { section: "account" },
						})
					}
				>
					{text("settings.account")}
				</MenuItem>
				<MenuLine />
				<MenuTitle>{text("account.theme")}</MenuTitle>
				{THEMES.map((choice) => (
					<MenuItem
						key={choice}
						checked={theme === choice}
						onSelect={() => {
							setTheme(choice);
							chooseTheme(choice);
						}}
					>
						{text(`theme.${choice}`)}
					</MenuItem>
				))}
				<MenuLine />
				<MenuTitle>{text("account.language")}</MenuTitle>
				{(Object.keys(LANGUAGES) as Language[]).map((choice) => (
					<MenuItem
						key={choice}
						checked={language === choice}
						onSelect={() => setLanguage(choice)}
					>
						{LANGUAGES[choice]}
					</MenuItem>
				))}
				<MenuLine />
				<MenuItem icon="leave" onSelect={() => void signOut()}>
					{text("account.signOut")}
				</MenuItem>
				<MenuItem onSelect={() => void signOut(true)}>
					{text("account.signOutEverywhere")}
				</MenuItem>
			</Menu>
			<IconButton
				icon="keyboard"
				label={text("help.title")}
				shortcut="?"
				onClick={onHelp}
			/>
		</div>
	);
}
