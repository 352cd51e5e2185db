/** The installation cannot start; the message is one sentence that an operator can act on. */
export class StartError extends Error {
	override readonly name = "StartError";
}
