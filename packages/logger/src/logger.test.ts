import { expect, it } from "vitest";
import { createLogger } from "./logger.ts";

it("redacts the row that a database error quotes", () => {
	const lines: string[] = [];
	const destination = { write: (line: string) => lines.push(line) };
	const log = createLogger({ name: "test", level: "info", destination });
	const err = Object.assign(new Error("duplicate key"), {
		code: "23505",
		detail: "Key (email)=(me@customer.example) already exists.",
	});
	log.error({ err }, "handler threw");
	expect(JSON.parse(lines[0]!).err).toMatchObject({
		message: "duplicate key",
		code: "23505",
		detail: "[redacted]",
	});
});
