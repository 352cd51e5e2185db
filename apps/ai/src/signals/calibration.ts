import type { Calibration } from "../learn/confidence.ts";
import calibrations from "./calibration.json" with { type: "json" };
import type { Task } from "./task.ts";

/**
 * How sure the seeds alone may make us, fitted on public data of businesses that the model had not seen
 * (scripts/calibrate.ts).
 * @throws Error when there is none for the encoder
 */
export function calibrationBefore(encoder: string, task: Task): Calibration {
	const known = calibrations as Record<string, Record<Task, number[]>>;
	const calibration = known[encoder]?.[task];
	if (!calibration) throw new Error(`no calibration for ${encoder}`);
	return calibration;
}
