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
import { speakOfErrors } from "./message-of.ts";

export type { TextKey } from "./en.ts";
export type Language = "en" | "de";

/** Each in its own language. */
export const LANGUAGES: Readonly<Record<Language, string>> = {
	en: "English",
	de: "Deutsch",
};

/** The text of a key, with what its placeholders stand for; `{count}` picks the key's plural where there is one. */
export type TextOf<Key extends string = TextKey> = (
	key: Key,
	values?: Readonly<Record<string, string | number>>,
) => string;

/** The texts of views that are not in the first load: they bring their texts along, in every language. */
export type ViewTexts<Key extends string> = Readonly<
	Record<Language, Readonly<Record<Key, string>>>
>;

interface LanguageState {
	readonly language: Language;
	readonly texts: Texts;
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
		if (language === "en") {
			speakOfErrors(undefined);
			setTexts(en);
			return;
		}
		import("./german.ts").then(({ de, germanErrors }) => {
			speakOfErrors(germanErrors);
			setTexts(de);
		});
	}, [language]);
	const state = useMemo(
		() =>
			texts && {
				language,
				texts,
				text: createTextOf<TextKey>(texts, language),
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

/** The texts that are always there, and those of a view. */
export function useViewText<Key extends string>(
	own: ViewTexts<Key>,
): TextOf<Key | TextKey> {
	const { language, texts } = useLanguage();
	return useMemo(
		() => createTextOf({ ...texts, ...own[language] }, language),
		[texts, own, language],
	);
}

function preferredLanguage(): Language {
	const chosen = readSetting("language");
	if (isLanguage(chosen)) return chosen;
	return navigator.language.startsWith("de") ? "de" : "en";
}

export function isLanguage(code: unknown): code is Language {
	return code === "en" || code === "de";
}

function createTextOf<Key extends string>(
	texts: Readonly<Record<Key, string>>,
	language: Language,
): TextOf<Key> {
	const plurals = new Intl.PluralRules(language);
	const numbers = new Intl.NumberFormat(language);
	return (key, values = {}) => {
		const { count } = values;
		const plural = `${key}_one`;
		const isOne = typeof count === "number" && plurals.select(count) === "one";
		const text = isOne && plural in texts ? texts[plural as Key] : texts[key];
		return text.replace(/\{(\w+)\}/g, (_, name: string) => {
			const value = values[name] ?? "";
			return typeof value === "number" ? numbers.format(value) : value;
		});
	};
}
