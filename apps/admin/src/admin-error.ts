/** A failure explained in one sentence for the user of the terminal. Any other error is a bug. */
export class AdminError extends Error {
	override readonly name = "AdminError";
}
