import {
	createContext,
	type ReactNode,
	useContext,
	useEffect,
	useMemo,
	useState,
} from "react";
import { readSetting, writeSetting } from "../design/settings.ts";
import { en, type TextKey, type Texts } from "./en.ts";

export type { TextKey } from "./en.ts";
export type Language = "en" | "de";

/** The text of a key, with what its placeholders stand for; `{count}` picks the key's plural where there is one. */
export type TextOf = (
	key: TextKey,
	values?: Readonly<Record<string, string | number>>,
) => string;

interface LanguageState {
	readonly language: Language;
	readonly text: TextOf;
	setLanguage(language: Language): void;
}

const Context = createContext<LanguageState | undefined>(undefined);

export function LanguageProvider({
	children,
}: {
	readonly children: ReactNode;
}) {
	const [language, setLanguage] = useState<Language>(preferredLanguage);
	const [texts, setTexts] = useState<Texts | undefined>(() =>
		language === "en" ? en : undefined,
	);
	useEffect(() => {
		document.documentElement.lang = language;
		if (language === "en") setTexts(en);
		else import("./de.ts").then(({ de }) => setTexts(de));
	}, [language]);
	const state = useMemo(
		() =>
			texts && {
				language,
				text: createTextOf(texts, language),
				setLanguage(chosen: Language) {
					writeSetting("language", chosen);
					setLanguage(chosen);
				},
			},
		[texts, language],
	);
	// English is never shown first to those who read German.
	if (!state) return null;
	return <Context value={state}>{children}</Context>;
}

export function useLanguage(): LanguageState {
	const state = useContext(Context);
	if (!state) throw new Error("There is no LanguageProvider.");
	return state;
}

export function useText(): TextOf {
	return useLanguage().text;
}

function preferredLanguage(): Language {
	const chosen = readSetting("language");
	if (chosen === "en" || chosen === "de") return chosen;
	return navigator.language.startsWith("de") ? "de" : "en";
}

function createTextOf(texts: Texts, language: Language): TextOf {
	const plurals = new Intl.PluralRules(language);
	const numbers = new Intl.NumberFormat(language);
	return (key, values = {}) => {
		const { count } = values;
		const plural = `${key}_one`;
		const isOne = typeof count === "number" && plurals.select(count) === "one";
		const text =
			isOne && plural in texts ? texts[plural as TextKey] : texts[key];
		return text.replace(/\{(\w+)\}/g, (_, name: string) => {
			const value = values[name] ?? "";
			return typeof value === "number" ? numbers.format(value) : value;
		});
	};
}
