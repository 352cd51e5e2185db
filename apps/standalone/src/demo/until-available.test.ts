import {
	internalError,
	serviceUnavailable,
} from "@supportdesk/errors/app-error.ts";
import { expect, it, vi } from "vitest";
import { untilAvailable } from "./until-available.ts";

it("waits for a database that answers late", async () => {
	const attempt = vi.fn(async () => "demo");
	attempt.mockRejectedValueOnce(serviceUnavailable());
	attempt.mockRejectedValueOnce(serviceUnavailable());
	expect(await untilAvailable(attempt, 0)).toBe("demo");
});

it("gives up after a while, and at once where waiting does not help", async () => {
	const away = vi.fn(async () => {
		throw serviceUnavailable();
	});
	await expect(untilAvailable(away, 0)).rejects.toThrow("unavailable");
	expect(away).toHaveBeenCalledTimes(15);
	const broken = vi.fn(async () => {
		throw internalError();
	});
	await expect(untilAvailable(broken, 0)).rejects.toThrow();
	expect(broken).toHaveBeenCalledOnce();
});
