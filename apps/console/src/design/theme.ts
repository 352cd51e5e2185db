import { readSetting, writeSetting } from "./settings.ts";

export type Theme = "light" | "dark" | "system";

export function readTheme(): Theme {
	const chosen = readSetting("theme");
	return chosen === "light" || chosen === "dark" ? chosen : "system";
}

/** Without a choice the page looks as the system does. */
export function applyTheme(theme: Theme): void {
	if (theme === "system") delete document.documentElement.dataset.theme;
	else document.documentElement.dataset.theme = theme;
}

export function chooseTheme(theme: Theme): void {
	writeSetting("theme", theme);
	applyTheme(theme);
}
