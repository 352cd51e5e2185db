import { useSyncExternalStore } from "react";
import { type Language, useLanguage } from "../language/language.tsx";

const MINUTE = 60_000;
const HOUR = 60 * MINUTE;
const DAY = 24 * HOUR;
const WEEK = 7 * DAY;

// One clock for all times on the page.
const listeners = new Set<() => void>();
let now = Date.now();
setInterval(() => {
	now = Date.now();
	for (const listener of listeners) listener();
}, MINUTE / 2);

function subscribe(listener: () => void) {
	listeners.add(listener);
	return () => listeners.delete(listener);
}

/** How long ago it was, with the exact time on hover. */
export function Time({
	at,
	exact,
	ago,
}: {
	readonly at: string;
	readonly exact?: boolean;
	/** In a sentence: "2 h ago". */
	readonly ago?: boolean;
}) {
	const { language } = useLanguage();
	const current = useSyncExternalStore(subscribe, () => now);
	return (
		<time dateTime={at} title={formatExact(at, language)}>
			{exact
				? formatExact(at, language)
				: formatAge(at, current, language, ago)}
		</time>
	);
}

function formatAge(
	at: string,
	current: number,
	language: Language,
	ago = false,
): string {
	const date = new Date(at);
	const age = Math.max(0, current - date.getTime());
	const units = (value: number, unit: "minute" | "hour" | "day") =>
		ago
			? formatter(
					"ago",
					language,
					() => new Intl.RelativeTimeFormat(language, { style: "short" }),
				).format(-value, unit)
			: formatter(
					`unit-${unit}`,
					language,
					() =>
						new Intl.NumberFormat(language, {
							style: "unit",
							unit,
							unitDisplay: "narrow",
						}),
				).format(value);
	if (age < HOUR) return units(Math.max(1, Math.floor(age / MINUTE)), "minute");
	if (age < DAY) return units(Math.floor(age / HOUR), "hour");
	if (age < WEEK) return units(Math.floor(age / DAY), "day");
	const isThisYear = date.getFullYear() === new Date(current).getFullYear();
	const name = isThisYear ? "day" : "year";
	return formatter(
		name,
		language,
		() =>
			new Intl.DateTimeFormat(language, {
				day: "numeric",
				month: "short",
				...(!isThisYear && { year: "numeric" }),
			}),
	).format(date);
}

export function formatExact(at: string, language: Language): string {
	return formatter(
		"exact",
		language,
		() =>
			new Intl.DateTimeFormat(language, {
				dateStyle: "medium",
				timeStyle: "short",
			}),
	).format(new Date(at));
}

// Making a formatter costs more than formatting a thousand times.
type Formatter =
	| Intl.NumberFormat
	| Intl.DateTimeFormat
	| Intl.RelativeTimeFormat;
const formatters = new Map<string, Formatter>();

function formatter<T extends Formatter>(
	name: string,
	language: Language,
	create: () => T,
): T {
	const key = `${language} ${name}`;
	const known = formatters.get(key) as T | undefined;
	if (known) return known;
	const made = create();
	formatters.set(key, made);
	return made;
}
