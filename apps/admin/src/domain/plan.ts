import { PLANS } from "@supportdesk/limits/plans.ts";
import { AdminError } from "../admin-error.ts";

/** The published plans; an installation may have others. */
export const PLAN_NAMES: readonly string[] = Object.keys(PLANS);

/** The name of a plan. */
export function parsePlan(text: string, names = PLAN_NAMES): string {
	if (!names.includes(text)) {
		throw new AdminError(
			`There is no plan ${JSON.stringify(text)}; the plans are ${names.join(", ")}.`,
		);
	}
	return text;
}
