// A key of each plan at twice its limit. The admitted requests of each window are counted afterwards from the samples
// (src/admissions.ts): they equal the limit exactly.
import { check } from "k6";
import { Counter } from "k6/metrics";
import { PER_MINUTE } from "../src/admissions.ts";
import { KEYS, pick, SECONDS, send, TICKET_IDS } from "./api.ts";

type Plan = keyof typeof PER_MINUTE;

const admitted = new Counter("admitted");
const refused = new Counter("refused");

const atTwiceTheLimit = (plan: Plan) => ({
	executor: "constant-arrival-rate",
	exec: "readAs",
	env: { PLAN: plan },
	rate: PER_MINUTE[plan] * 2,
	timeUnit: "1m",
	duration: `${SECONDS}s`,
	preAllocatedVUs: 5,
	maxVUs: 50,
});

export const options = {
	scenarios: {
		starter: atTwiceTheLimit("starter"),
		growth: atTwiceTheLimit("growth"),
		scale: atTwiceTheLimit("scale"),
		enterprise: atTwiceTheLimit("enterprise"),
	},
	thresholds: {
		http_req_failed: ["rate<0.001"],
		checks: ["rate==1"],
		dropped_iterations: ["count==0"],
	},
};

export function readAs(): void {
	const plan = __ENV.PLAN as Plan;
	const response = send({
		kind: "read",
		method: "GET",
		path: `/v1/tickets/${pick(TICKET_IDS)}`,
		key: KEYS[plan]!,
		tags: { plan },
	});
	const header = (name: string) => Number(response.headers[name]);
	const window = String(header("X-Ratelimit-Reset"));
	(response.status === 429 ? refused : admitted).add(1, { plan, window });
	check(response, {
		"the limit is the plan's": () =>
			header("X-Ratelimit-Limit") === PER_MINUTE[plan],
		"what remains is within the limit": () =>
			header("X-Ratelimit-Remaining") >= 0 &&
			header("X-Ratelimit-Remaining") < PER_MINUTE[plan],
		"a refusal states when to retry": ({ status }) =>
			status !== 429 ||
			(header("Retry-After") >= 1 && header("X-Ratelimit-Remaining") === 0),
	});
}
