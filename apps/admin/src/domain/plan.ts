import { PLANS } from "@supportdesk/limits/plans.ts";
import { AdminError } from "../admin-error.ts";

/** The published plans; an installation may configure others. */
export const PLAN_NAMES: readonly string[] = Object.keys(PLANS);

/** Checks that a plan of this name exists. */
export function parsePlan(text: string, names = PLAN_NAMES): string {
	if (!names.includes(text)) {
		throw new AdminError(
			`There is no plan ${JSON.stringify(text)}; the plans are ${names.join(", ")}.`,
		);
	}
	return text;
}
