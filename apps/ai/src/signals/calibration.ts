import type { Calibration } from "../learn/confidence.ts";
import calibrations from "./calibration.json" with { type: "json" };
import type { Task } from "./task.ts";

/**
 * How sure the seeds alone may make us of an intent, fitted on public data of businesses that the model had not seen
 * (scripts/calibrate.ts). Urgency and sentiment are given without a confidence.
 * @throws Error when there is none for the encoder
 */
export function calibrationBefore(encoder: string, task: Task): Calibration {
	if (task !== "intent") return [];
	const calibration = (calibrations as Record<string, number[]>)[encoder];
	if (!calibration) throw new Error(`no calibration for ${encoder}`);
	return calibration;
}
