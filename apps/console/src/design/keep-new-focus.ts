/**
 * What closes returns the focus to where it was, a moment after it is gone. A key may have led elsewhere in that moment: to a
 * field, whose text is typed already.
 */
export function keepNewFocus(event: Event): void {
	if (document.activeElement !== document.body) event.preventDefault();
}
