import { PLANS } from "@supportdesk/limits/plans.ts";
import { AdminError } from "../admin-error.ts";

/** The plans there are. */
export const PLAN_NAMES: readonly string[] = Object.keys(PLANS);

/** The name of a plan. */
export function parsePlan(text: string): string {
	if (!PLAN_NAMES.includes(text)) {
		throw new AdminError(
			`There is no plan ${JSON.stringify(text)}; the plans are ${PLAN_NAMES.join(", ")}.`,
		);
	}
	return text;
}
