/** What went wrong, in one sentence for the person at the terminal. Anything else that is thrown is a bug. */
export class AdminError extends Error {
	override readonly name = "AdminError";
}
