import { AppError, type ErrorDetail } from "@supportdesk/errors/app-error.ts";

/** A refusal as it is stored in place of a response. */
export function refusalToText(err: AppError): string {
	const { type, code, message, param, details, ids } = err;
	return JSON.stringify({ type, code, message, param, details, ids });
}

/** The same refusal, marked as replayed if the client sent the key. */
export function refusalFromText(text: string, replayed: boolean): AppError {
	// A refusal that an earlier version stored has no ids.
	const { type, code, message, param, details, ids } = JSON.parse(text) as Pick<
		AppError,
		"type" | "code" | "message" | "param"
	> & { details: ErrorDetail[]; ids?: Record<string, string> };
	return new AppError(type, code, message, {
		param: param ?? undefined,
		details,
		ids,
		replayed,
	});
}
