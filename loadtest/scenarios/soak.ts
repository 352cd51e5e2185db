// The same day, for long: what leaks shows in the memory and the open files that the report draws.
import { RATE, SECONDS } from "./api.ts";
import { act, THRESHOLDS } from "./mixed-traffic.ts";

export const options = {
	scenarios: {
		soak: {
			executor: "constant-arrival-rate",
			rate: Math.ceil(RATE / 2),
			timeUnit: "1s",
			duration: `${SECONDS}s`,
			preAllocatedVUs: 50,
			maxVUs: 300,
		},
	},
	thresholds: THRESHOLDS,
};

export default act;
