/** What a ticket asks: its subject and what the customer wrote, or the latter alone where it only repeats the subject. */
export function questionText(subject: string, body: string): string {
	const title = subject.trim().toLowerCase();
	const written = body.trim().toLowerCase();
	const repeats =
		written.startsWith(title) &&
		!/[\p{L}\p{N}]/u.test(written.slice(title.length));
	return repeats ? body : `${subject}\n${body}`;
}
