import type { ErrorCode } from "@supportdesk/errors/app-error.ts";

interface ErrorExample {
	readonly message: string;
	readonly param?: string;
}

/** An example response for each code; with `satisfies`, a new code does not compile without an example. */
export const ERROR_EXAMPLES = {
	missing_parameter: { message: "subject is required.", param: "subject" },
	invalid_parameter: {
		message: "priority must be one of urgent, high, normal, low.",
		param: "priority",
	},
	unknown_parameter: {
		message: "colour is not a parameter of this operation.",
		param: "colour",
	},
	invalid_json: { message: "The body is not valid JSON (line 1, column 12)." },
	invalid_cursor: {
		message:
			"The cursor is not one that this list gave out for these filters and this sort. Start again without a cursor.",
		param: "cursor",
	},
	invalid_sort: {
		message:
			"sort must be one of frequency:asc, frequency:desc, last_seen_at:asc, last_seen_at:desc, first_seen_at:asc, first_seen_at:desc.",
		param: "sort",
	},
	invalid_attachment: {
		message: "attachments.0.data must be base64 with padding.",
		param: "attachments.0.data",
	},
	invalid_idempotency_key: {
		message:
			"Idempotency-Key must be sent once and have 1 to 255 visible ASCII characters.",
		param: "Idempotency-Key",
	},
	unsupported_media_type: {
		message:
			"A body must be JSON in UTF-8: send Content-Type: application/json.",
	},
	request_too_large: {
		message: "The body is larger than 1 MiB, the most this operation takes.",
	},
	missing_api_key: {
		message: "Send your API key in the header Authorization: Bearer <API_KEY>.",
	},
	invalid_api_key: { message: "This is not a valid API key." },
	expired_api_key: { message: "This API key has expired." },
	session_expired: { message: "The session has ended. Sign in again." },
	invalid_credentials: { message: "The address or the password is wrong." },
	invalid_link: {
		message: "The link was used, has expired, or was replaced by a later one.",
	},
	second_factor_required: {
		message: "Send the code of your second factor as well.",
		param: "code",
	},
	invalid_second_factor: {
		message: "The code is wrong, or was used before.",
		param: "code",
	},
	oidc_state_mismatch: {
		message:
			"This sign-in was not begun in this browser, has expired, or is done already. Begin it again.",
	},
	oidc_refused: { message: "The identity provider has refused the sign-in." },
	oidc_response_invalid: {
		message:
			"The identity provider's response does not fit this sign-in. Begin it again.",
	},
	oidc_email_unverified: {
		message: "The identity provider has not verified the address of mail.",
	},
	oidc_account_not_found: {
		message:
			"There is no account for this person. Have an admin send an invitation.",
	},
	oidc_identity_mismatch: {
		message:
			"The account of this address belongs to another person of the identity provider. Have an admin unlink it.",
	},
	oidc_unavailable: {
		message:
			"The identity provider is not reachable. Retry in a few seconds, or sign in with a password.",
	},
	csrf_failed: {
		message:
			"A change by a session needs the header X-CSRF-Token with the session's token.",
	},
	author_not_permitted: {
		message: "A signed-in agent writes messages of its own only.",
		param: "author_id",
	},
	session_not_found: { message: "There is no such session." },
	account_not_found: { message: "There is no such account." },
	weak_password: {
		message: "The password has fewer than 10 characters.",
		param: "password",
	},
	second_factor_unavailable: {
		message:
			"This installation has no SECRETS_KEY to keep second factors with.",
	},
	second_factor_enabled: {
		message: "The second factor is on already. Turn it off first.",
	},
	second_factor_disabled: { message: "The second factor is off." },
	last_admin: {
		message:
			"This is the workspace's last admin who can sign in. Make another agent an admin first.",
	},
	insufficient_scope: {
		message: "This operation needs an API key with the scope tickets:write.",
	},
	route_not_found: { message: "There is nothing here." },
	ticket_not_found: { message: "There is no such ticket." },
	article_not_found: {
		message: "There is no such article.",
		param: "article_id",
	},
	knowledge_test_not_found: { message: "There is no such knowledge test." },
	knowledge_test_limit_exceeded: {
		message: "A workspace has at most 100 knowledge tests.",
	},
	event_not_found: { message: "There is no such event." },
	webhook_not_found: { message: "There is no such webhook." },
	delivery_not_found: { message: "There is no such delivery." },
	agent_not_found: { message: "There is no such agent.", param: "agent_ids" },
	macro_not_found: { message: "There is no such macro." },
	api_key_not_found: { message: "There is no such API key." },
	bulk_job_not_found: { message: "There is no such bulk job." },
	attribute_not_found: { message: "There is no such attribute." },
	agent_exists: {
		message:
			"The workspace has an agent with the address kim@support.example already.",
		param: "email",
	},
	group_exists: {
		message: "The workspace has a group Billing already.",
		param: "name",
	},
	attribute_exists: {
		message: "The workspace has an attribute seats already.",
		param: "key",
	},
	mailbox_not_found: { message: "There is no such mailbox." },
	mail_not_found: { message: "There is no such quarantined mail." },
	raw_mail_not_found: { message: "There is no such mail." },
	mailbox_exists: {
		message: "There is a mailbox with this address already.",
		param: "address",
	},
	tag_not_found: { message: "The ticket does not carry this tag." },
	draft_not_found: { message: "There is no draft for this conversation." },
	attachment_not_found: { message: "There is no such attachment." },
	method_not_allowed: { message: "POST is not supported here; GET, HEAD are." },
	contact_exists: {
		message: "The contact cnt_01kadszz00e2xv0f1b2c3d4e5f has this address.",
		param: "email",
	},
	invalid_merge: {
		message: "A contact cannot be merged into itself.",
		param: "into",
	},
	api_key_revoked: { message: "The API key is revoked." },
	draft_stale: {
		message:
			"The draft is not the current one any more. Read it again before you approve it.",
	},
	draft_already_approved: {
		message: "The draft was approved and sent before.",
	},
	external_id_exists: {
		message: "The ticket tkt_01kadszz00e2xv0f1b2c3d4e5f has this external_id.",
		param: "external_id",
	},
	ticket_merged: {
		message: "The ticket was merged into tkt_01kadszz00e2xv0f1b2c3d4e5f.",
	},
	newer_message: {
		message:
			"The conversation has a newer message than if_last_message_id. Nothing was sent.",
		param: "if_last_message_id",
	},
	idempotency_in_progress: {
		message:
			"The first request with this idempotency key is still running. Retry in a second.",
		param: "Idempotency-Key",
	},
	undefined_attribute_key: {
		message: "This attribute is not defined in the workspace.",
		param: "custom_attributes.color",
	},
	invalid_attribute_value: {
		message: "This attribute takes a number.",
		param: "custom_attributes.seats",
	},
	assignee_not_found: {
		message: "There is no such agent.",
		param: "assignee_id",
	},
	group_not_found: { message: "There is no such group.", param: "group_id" },
	author_not_found: { message: "There is no such agent.", param: "author_id" },
	contact_not_found: {
		message: "There is no such contact.",
		param: "contact.id",
	},
	contact_mismatch: {
		message: "The contact's id and email belong to different contacts.",
		param: "contact.email",
	},
	tag_limit_exceeded: {
		message: "A ticket carries at most 50 tags.",
		param: "tags",
	},
	scope_not_held: {
		message: "The calling key does not have the scope tickets:write.",
		param: "scopes",
	},
	limit_not_held: {
		message: "limits.per_minute is at most the calling key's, 60.",
		param: "limits.per_minute",
	},
	api_key_limit_exceeded: {
		message: "A workspace has at most 100 API keys that are valid.",
	},
	webhook_limit_exceeded: {
		message: "A workspace has at most 100 webhooks.",
	},
	webhook_url_refused: {
		message:
			"url leads to an address that is not public. The operator can allow networks with WEBHOOK_ALLOW.",
		param: "url",
	},
	idempotency_key_reused: {
		message:
			"This idempotency key was used for a different request in the last 24 hours. Use a new key for a new request.",
		param: "Idempotency-Key",
	},
	rate_limit_minute: {
		message: "The requests of this minute are used up. Retry in 12 s.",
	},
	rate_limit_burst: {
		message: "The requests of these 10 seconds are used up. Retry in 4 s.",
	},
	rate_limit_day: {
		message: "The requests of this day (UTC) are used up. Retry in 52200 s.",
	},
	concurrency_limit: {
		message: "Too many requests are in progress. Retry in 1 s.",
	},
	internal_error: {
		message:
			"Something went wrong on our side. Retry with exponential backoff; quote the request id if it persists.",
	},
	upstream_unavailable: {
		message: "A part of the service is not reachable. Retry in a few seconds.",
	},
	service_unavailable: {
		message: "The service is temporarily unavailable. Retry in a few seconds.",
	},
} as const satisfies Record<ErrorCode, ErrorExample>;
