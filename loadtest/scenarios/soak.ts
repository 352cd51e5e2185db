// The mixed traffic for a long time: leaks show in the report's plots of memory and open files.
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
