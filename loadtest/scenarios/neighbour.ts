// One key at fifty times its limit for the second half of the run: another key's reads must not become slower.
import { PER_MINUTE } from "../src/admissions.ts";
import { KEYS, pick, SECONDS, send, TICKET_IDS } from "./api.ts";

const half = Math.ceil(SECONDS / 2);

export const options = {
	scenarios: {
		alone: neighbour("alone", 0),
		beside: neighbour("beside", half),
		noisy: {
			executor: "constant-arrival-rate",
			exec: "noise",
			rate: PER_MINUTE.starter * 50,
			timeUnit: "1m",
			duration: `${half}s`,
			startTime: `${half}s`,
			preAllocatedVUs: 20,
			maxVUs: 100,
		},
	},
	thresholds: {
		http_req_failed: ["rate<0.001"],
		dropped_iterations: ["count==0"],
		// Thresholds for both phases, so that the summary has both and the report can compare them.
		"http_req_duration{phase:alone}": ["p(99)<150"],
		"http_req_duration{phase:beside}": ["p(99)<150"],
	},
};

function neighbour(phase: string, startSeconds: number) {
	return {
		executor: "constant-arrival-rate",
		exec: "read",
		env: { PHASE: phase },
		rate: 30,
		timeUnit: "1s",
		duration: `${half}s`,
		startTime: `${startSeconds}s`,
		preAllocatedVUs: 10,
		maxVUs: 50,
	};
}

const readAs = (key: string, tags?: Record<string, string>) =>
	send({
		kind: "read",
		method: "GET",
		path: `/v1/tickets/${pick(TICKET_IDS)}`,
		key,
		tags,
	});

export const read = () => readAs(KEYS.unlimited!, { phase: __ENV.PHASE! });
export const noise = () => readAs(KEYS.starter!, { phase: "noise" });
