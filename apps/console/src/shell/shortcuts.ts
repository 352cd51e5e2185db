import { useEffect, useRef } from "react";
import { readSetting } from "../design/settings.ts";

export type Shortcuts = Readonly<Record<string, (() => void) | undefined>>;

// A key that is held down does only these again and again: it would close one conversation after the other.
const REPEATED = new Set(["j", "k"]);

/** Single keys that do something while nothing is typed and no window is open. They can be switched off (help). */
export function useShortcuts(shortcuts: Shortcuts): void {
	const current = useRef(shortcuts);
	current.current = shortcuts;
	useEffect(() => {
		const onKeyDown = (event: KeyboardEvent) => {
			if (event.ctrlKey || event.metaKey || event.altKey) return;
			if (event.repeat && !REPEATED.has(event.key)) return;
			if (event.defaultPrevented || isTyping(event.target)) return;
			if (readSetting("shortcuts") === "off" && event.key.length === 1) return;
			const action = current.current[event.key];
			if (!action) return;
			event.preventDefault();
			action();
		};
		addEventListener("keydown", onKeyDown);
		return () => removeEventListener("keydown", onKeyDown);
	}, []);
}

/** Escape closes what lies above the page, and does nothing else then. */
export function useEscape(isOpen: boolean, close: () => void): void {
	const current = useRef(close);
	current.current = close;
	useEffect(() => {
		if (!isOpen) return;
		const onKeyDown = (event: KeyboardEvent) => {
			if (event.key !== "Escape" || isTyping(event.target)) return;
			event.preventDefault();
			current.current();
		};
		addEventListener("keydown", onKeyDown, true);
		return () => removeEventListener("keydown", onKeyDown, true);
	}, [isOpen]);
}

function isTyping(target: EventTarget | null): boolean {
	if (document.querySelector("[role=dialog], [role=menu]")) return true;
	return (
		target instanceof HTMLElement &&
		target.matches("input:not([type=checkbox]), textarea, select")
	);
}
