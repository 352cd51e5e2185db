// What a person has chosen for this browser. A browser that keeps nothing is no reason to fail.

type Setting = "language" | "theme" | "details" | "shortcuts";

export function readSetting(name: Setting): string | null {
	try {
		return localStorage.getItem(`supportdesk.${name}`);
	} catch {
		return null;
	}
}

export function writeSetting(name: Setting, value: string): void {
	try {
		localStorage.setItem(`supportdesk.${name}`, value);
	} catch {
		// It holds until the page is left.
	}
}
