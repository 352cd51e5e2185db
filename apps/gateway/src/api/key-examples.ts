import { LATEST_API_VERSION } from "@supportdesk/keys/api-versions.ts";
import { agentRecord } from "./examples.ts";

// Example values of API keys, for the API document.

export const newApiKey = {
	name: "Order system",
	scopes: ["tickets:read", "tickets:write"],
	expires_at: "2027-11-21T00:00:00.000Z",
};

export const apiKey = {
	id: agentRecord.id.replace("usr_", "key_"),
	...newApiKey,
	owner_id: agentRecord.id,
	masked: "sk_live_…Kq3x",
	plan: "starter",
	limits: {
		per_minute: 30,
		burst: null,
		per_day: null,
		unlimited_per_day: false,
		concurrent: null,
	},
	api_version: LATEST_API_VERSION,
	revoked_at: null,
	owner_deactivated_at: null,
	last_used_at: null,
	created_at: agentRecord.created_at,
};

export const apiKeyWithSecret = {
	...apiKey,
	secret: "sk_live_4fT9kQ2mX7vB1nC8zR5wE3yU6pL0sD2hA1b2c3",
};

export const rotatedApiKey = {
	...apiKeyWithSecret,
	old_secret_valid_until: "2026-11-22T09:30:00.000Z",
};
