/**
 * What closes returns the focus to where it was, a moment after it is gone. A key may have led elsewhere in that moment: to a
 * field, whose text is typed already.
 */
export function keepNewFocus(event: Event): void {
	if (document.activeElement !== document.body) event.preventDefault();
}

let latestOpener: HTMLElement | null = null;

/**
 * What opens a dialog now: the focused element, or the button of the menu in which it is. A dialog that takes the place of
 * another one has that one's.
 */
export function findOpener(): HTMLElement | null {
	const focused = document.activeElement;
	if (document.querySelector("[role=dialog]")) return latestOpener;
	const menu = focused?.closest("[role=menu]");
	const button = menu?.getAttribute("aria-labelledby");
	const opener = button ? document.getElementById(button) : focused;
	latestOpener = opener instanceof HTMLElement ? opener : null;
	return latestOpener;
}
