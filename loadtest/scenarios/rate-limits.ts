// A key of each plan at twice its ceiling, and a neighbour that must not notice. What was admitted in each window is
// counted afterwards from the samples (src/admissions.ts): it is the ceiling, exactly.
import { check } from "k6";
import { Counter } from "k6/metrics";
import { PER_MINUTE } from "../src/admissions.ts";
import { KEYS, pick, SECONDS, send, TICKET_IDS } from "./api.ts";

type Plan = keyof typeof PER_MINUTE;

const admitted = new Counter("admitted");
const refused = new Counter("refused");

const atTwiceTheCeiling = (plan: Plan) => ({
	executor: "constant-arrival-rate",
	exec: "askAs",
	env: { PLAN: plan },
	rate: PER_MINUTE[plan] * 2,
	timeUnit: "1m",
	duration: `${SECONDS}s`,
	preAllocatedVUs: 5,
	maxVUs: 50,
});

export const options = {
	scenarios: {
		starter: atTwiceTheCeiling("starter"),
		growth: atTwiceTheCeiling("growth"),
		scale: atTwiceTheCeiling("scale"),
		enterprise: atTwiceTheCeiling("enterprise"),
	},
	thresholds: {
		http_req_failed: ["rate<0.001"],
		checks: ["rate==1"],
		dropped_iterations: ["count==0"],
	},
};

export function askAs(): void {
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
		"a refusal says when to come back": ({ status }) =>
			status !== 429 ||
			(header("Retry-After") >= 1 && header("X-Ratelimit-Remaining") === 0),
	});
}
