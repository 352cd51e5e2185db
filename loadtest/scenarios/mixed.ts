// A support team's traffic at a constant arrival rate, independent of the response times.
import { RATE, SECONDS } from "./api.ts";
import { act, THRESHOLDS } from "./mixed-traffic.ts";

export const options = {
	scenarios: {
		mixed: {
			executor: "constant-arrival-rate",
			rate: RATE,
			timeUnit: "1s",
			duration: `${SECONDS}s`,
			preAllocatedVUs: 50,
			maxVUs: 300,
		},
	},
	thresholds: THRESHOLDS,
};

export default act;
