/** The installation cannot start; the message is one sentence a person can act on. */
export class StartError extends Error {
	override readonly name = "StartError";
}
