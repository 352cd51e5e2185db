// Ten times the load within two seconds, then the old load again: excess requests get 503 with Retry-After, none gets a
// 500, and responses afterwards are as fast as before.
import { RATE, SECONDS } from "./api.ts";
import { act } from "./mixed-traffic.ts";

const quiet = Math.ceil(RATE / 5);
const third = Math.ceil(SECONDS / 3);

export const options = {
	scenarios: {
		spike: {
			executor: "ramping-arrival-rate",
			startRate: quiet,
			timeUnit: "1s",
			preAllocatedVUs: 200,
			maxVUs: 1_000,
			stages: [
				{ target: quiet, duration: `${third}s` },
				{ target: quiet * 10, duration: "2s" },
				{ target: quiet * 10, duration: `${third}s` },
				{ target: quiet, duration: "2s" },
				{ target: quiet, duration: `${third}s` },
			],
		},
	},
	thresholds: {
		http_req_failed: ["rate<0.05"],
		"http_req_duration{kind:read}": ["p(50)<100"],
	},
};

export default act;
