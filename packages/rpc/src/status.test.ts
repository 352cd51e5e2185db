import { status } from "@grpc/grpc-js";
import {
	AppError,
	CODES,
	type ErrorCode,
	type ErrorType,
} from "@supportdesk/errors/app-error.ts";
import fc from "fast-check";
import { expect, it } from "vitest";
import { fromStatus, toStatus } from "./status.ts";

const everyCode = Object.entries(CODES).flatMap(([type, codes]) =>
	codes.map((code) => [type as ErrorType, code as ErrorCode] as const),
);

it.each(everyCode)("converts %s %s to a status and back", (type, code) => {
	const options = {
		param: "contact.email",
		retryAfterSeconds: 3,
		replayed: type === "not_found",
	};
	const sent = new AppError(
		type,
		code,
		"Not possible: 100 %, é, 日本.",
		options,
	);
	expect(fromStatus(toStatus(sent))).toMatchObject({
		type,
		code,
		message: sent.message,
		...options,
	});
});

it("returns an AppError for any bytes in the trailer", () => {
	fc.assert(
		fc.property(
			fc.uint8Array({ maxLength: 200 }),
			fc.integer({ min: 1, max: 16 }),
			(details, code) => {
				const failure = { code, message: "x", details };
				expect(fromStatus(failure)).toBeInstanceOf(AppError);
			},
		),
	);
});

it("sends no cause", () => {
	const sent = new AppError("api_error", "internal_error", "Something broke.", {
		cause: new Error("password hunter2"),
	});
	const { code, message, details } = toStatus(sent);
	expect(code).toBe(status.INTERNAL);
	expect(message + String(details)).not.toContain("hunter2");
});
