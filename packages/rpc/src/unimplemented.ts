import { status } from "@grpc/grpc-js";
import { AppError } from "@supportdesk/errors/app-error.ts";
import { CallFailure } from "./call-failure.ts";

/** Whether a call failed because its service is of a version that does not have the method. */
export function isUnimplemented(error: unknown): boolean {
	if (!(error instanceof AppError)) return false;
	const { cause } = error;
	return (
		cause instanceof CallFailure && cause.status.code === status.UNIMPLEMENTED
	);
}
