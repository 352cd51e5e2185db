/** The start data of a worker. */
export interface WorkerOptions {
	readonly modelFile: string;
	readonly piecesMax: number;
}

/** The message that ends a worker once it has finished its text. */
export const STOP = null;

/** A text to encode, or STOP. */
export type WorkerMessage = string | typeof STOP;
