/**
 * What closes returns the focus to where it was, a moment after it is gone. A key may have led elsewhere in that moment: to a
 * field, whose text is typed already.
 */
export function keepNewFocus(event: Event): void {
	if (document.activeElement !== document.body) event.preventDefault();
}

/** What opens a dialog now: the focused element, or the button of the menu in which it is. */
export function findOpener(): HTMLElement | null {
	const focused = document.activeElement;
	const menu = focused?.closest("[role=menu]");
	const button = menu?.getAttribute("aria-labelledby");
	const opener = button ? document.getElementById(button) : focused;
	return opener instanceof HTMLElement ? opener : null;
}
