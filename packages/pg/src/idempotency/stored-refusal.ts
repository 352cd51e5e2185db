import { AppError, type ErrorDetail } from "@supportdesk/errors/app-error.ts";

/** A refusal as it is stored in place of a response. */
export function refusalToText(err: AppError): string {
	const { type, code, message, param, details } = err;
	return JSON.stringify({ type, code, message, param, details });
}

/** The same refusal, marked as replayed if the client sent the key. */
export function refusalFromText(text: string, replayed: boolean): AppError {
	const { type, code, message, param, details } = JSON.parse(text) as Pick<
		AppError,
		"type" | "code" | "message" | "param"
	> & { details: ErrorDetail[] };
	return new AppError(type, code, message, {
		param: param ?? undefined,
		details,
		replayed,
	});
}
