import {
	DETAILS_MAX,
	PARAM_CHARACTERS_MAX,
} from "@supportdesk/errors/app-error.ts";
import { SCOPES } from "@supportdesk/keys/scopes.ts";
import { PLANS } from "@supportdesk/limits/plans.ts";
import { PAGE_BYTES_MAX } from "@supportdesk/paging/page.ts";
import {
	ATTACHMENT_BYTES_MAX,
	ATTACHMENTS_BYTES_MAX,
	ATTACHMENTS_MAX,
} from "../api/attachments.ts";
import {
	DEPTH_MAX,
	IMPORT_SHAPE,
	KEYS_MAX,
	PARTS_MAX,
} from "../guards/json-shape.ts";
import { IN_FLIGHT_MAX } from "../guards/load-shedder.ts";
import {
	FREE_BYTES,
	HELD_BYTES_MAX,
	KEY_BYTES_MAX,
	WORKSPACE_BYTES_MAX,
} from "../guards/memory-budget.ts";
import { SERVER_OPTIONS } from "../guards/raw-http.ts";
import { BODY_BYTES_MAX } from "../guards/read-body.ts";
import { STALLED_MS } from "../guards/write-body.ts";
import { REQUEST_MS_MAX } from "../http/begin-exchange.ts";

const KIB = 1024;
const MIB = KIB * KIB;
const number = (value: number) => value.toLocaleString("en-US");

const PLAN_ROWS = Object.entries(PLANS).map(
	([name, { perMinute, burst, perDay, concurrent }]) => {
		const limits = [perMinute, burst, perDay, concurrent].map((limit) =>
			limit === null ? "no limit" : number(limit),
		);
		return `| ${name} | ${limits.join(" | ")} |`;
	},
);

export const OVERVIEW = `Tickets, conversations and the knowledge base of this installation. With its address in \`BASE_URL\` and a
key in \`KEY\`:

\`\`\`sh
curl $BASE_URL/v1/tickets \\
  -H "Authorization: Bearer $KEY" -H 'Content-Type: application/json' \\
  -d '{"subject": "Charged twice", "body": "When do I get one payment back?", "contact": {"email": "me@customer.example"}}'
\`\`\`

**Authentication.** Every request carries \`Authorization: Bearer <API_KEY>\`. A key belongs to one workspace and has an
owner, a plan, an optional expiry, and scopes: ${SCOPES.map((scope) => `\`${scope}\``).join(", ")}. Write does not imply read. A
resource of another workspace gets the same response as one that never existed. A key with \`keys:write\` creates and changes
other keys, none of which permits more than itself; after a leak, rotate a key with \`old_secret_valid_seconds\` 0 or revoke it.

**Rate limits.** Per API key: requests per minute, in 10 seconds, per UTC day and concurrent. Every response carries the
\`X-RateLimit-…\` headers; a 429 says in \`Retry-After\` how many seconds to wait. Add a random 0 to 1000 ms. Every request
that passes the limits counts one, also a 404 or a replay; only \`GET /v1/me\`, which shows what is left, and \`/v1/conversations/:id/presence\` cost nothing of them. The plans, unless this installation configures others:

| Plan | per minute | in 10 seconds | per day | concurrent |
|---|---|---|---|---|
${PLAN_ROWS.join("\n")}

**Errors** have one shape: \`error\` with \`type\`, \`code\`, \`message\`, \`param\` (null unless a parameter is invalid) and
\`request_id\`; \`errors\` lists all errors when there are several. Rely on \`code\`; messages are for people and may
change. Retry a 429, 500, 502 or 503 after \`Retry-After\` if it is given, else with exponential backoff; a POST
with its idempotency key. Any other request must be changed first.

**Lists** return \`data\`, \`has_more\` and \`next_cursor\`; send the cursor back with the same filters and sort. Rows that
exist throughout are returned exactly once, if their sort field stays unchanged: a change moves a row in a list by \`updated_at\`.
A page has at most ${PAGE_BYTES_MAX / MIB} MiB: a page of very large rows ends early, with fewer rows than its \`limit\` and \`has_more\` true. Rely on \`has_more\`.

**Idempotency.** Send an \`Idempotency-Key\` with a POST to retry it safely: within 24 hours the same key and body get the
first response again (\`Idempotent-Replayed: true\`). The same key with another body is refused with 422.

**Tickets** are \`open\`, \`pending\` or \`resolved\`; a PATCH changes any status to any other. \`resolved_at\` is set when
a ticket becomes resolved and null while it is not. Resolved tickets without changes become \`archived\` (after 90 days
by default); a PATCH reopens them. A deleted ticket is not found by any request. A contact is found by
any of its addresses, ignoring case; an unknown address creates a contact, and a known contact keeps its name. The id of a contact
that was merged stands for the one that it became, wherever an id is accepted. A ticket that was merged into another one shows
\`merged_into\`, answers every change with \`ticket_merged\`, and is left out of lists; its messages are in the other one. Tags are trimmed,
case-sensitive, and at most 50.

**Messages.** The body of a new ticket is its first message. An \`outbound\` one is mailed to the customer: \`queued\`, then
\`sent\`, or \`failed\` after a day of attempts; \`attempts\` counts them, and \`error\`
contains the reason of a failure. A \`note\` is never sent. A body with HTML elements is HTML and is returned sanitised; any other
body is text and is returned unchanged.

**AI.** The response to a new ticket contains first signals, which may be refined once within seconds; \`updated_at\` does not change
for that. A draft uses published articles only, so a question that no article answers gets no draft and is counted as a
knowledge gap instead. It is in the language of the article; one in another language than the question's is only listed in
\`suggested_articles\`. A \`yes\` or \`no\` before the quoted sentences points to the one that decides it, a sentence made of a table's
row to that row. An approval sends exactly the draft that a GET returns, once, with the key's owner as author. A
question gets one answer: an agent's own reply retracts the draft, and so does resolving the ticket (\`draft_ready\` false;
a GET returns it as \`superseded\`, an approval is refused with \`draft_stale\`). Reopening generates a new draft if the customer
still waits.

**Strictness.** Unknown and repeated parameters are refused, so a misspelt filter never lists everything. Texts are UTF-8;
control characters are refused, except for tabs and newlines in bodies. Timestamps are UTC with three decimals. An id of the
wrong form is 404 in a path and 400 anywhere else.

**Sizes.** Each operation states the maximum size of its body: ${BODY_BYTES_MAX.plain / MIB} MiB, ${BODY_BYTES_MAX.article / MIB} MiB for articles,
${BODY_BYTES_MAX.attachments / MIB} MiB where attachments are allowed, ${BODY_BYTES_MAX.import / MIB} MiB for imports, counted before and after decompression; more is a 413. A body is nested at
most ${DEPTH_MAX} deep and has at most ${number(KEYS_MAX)} keys and ${number(PARTS_MAX)} parts (strings and commas), an import ${number(IMPORT_SHAPE.keysMax)} and ${number(IMPORT_SHAPE.partsMax)}; more is a 400 \`invalid_json\`.
Request line and headers take at most ${SERVER_OPTIONS.maxHeaderSize / KIB} KiB together; more is a 431, and the connection is closed. A message
has at most ${ATTACHMENTS_MAX} attachments of ${ATTACHMENT_BYTES_MAX / MIB} MiB each and ${ATTACHMENTS_BYTES_MAX / MIB} MiB together, decoded; more is a 413. A response lists
at most ${DETAILS_MAX} errors, each with a \`param\` of at most ${PARAM_CHARACTERS_MAX} characters; a longer path ends in an ellipsis.
\`invalid_json\` names line and column. A request that is not valid HTTP, for example because of its method or its \`Host\` headers, is a 400, and the
connection is closed; a request must arrive within ${SERVER_OPTIONS.requestTimeout / 1000} s.

**Load.** The bodies of requests in progress and unread responses share ${HELD_BYTES_MAX / MIB} MiB of a gateway's memory, of
which one key may hold ${KEY_BYTES_MAX / MIB} MiB and one workspace ${WORKSPACE_BYTES_MAX / MIB} MiB (the first ${FREE_BYTES / KIB} KiB of each request do not count). A response that its client
does not read for ${STALLED_MS / 1000} s is aborted, and counts as a request in progress until then. A gateway processes at most ${number(IN_FLIGHT_MAX.read)} concurrent requests (${number(IN_FLIGHT_MAX.write)} for writes). Requests beyond these limits, or during an overload, get a 503
with \`Retry-After\`; a request refused in this way has changed nothing. Message bodies with more than 4,000 characters of HTML are sanitised one after the other
in each workspace; one that has waited for 5 s is a 429 \`concurrency_limit\`. No request takes longer than ${REQUEST_MS_MAX / 1000} s.`;

export const TAGS = [
	{
		name: "Tickets",
		description: "A ticket is one request for support, with its messages.",
	},
	{
		name: "Conversations",
		description:
			"A ticket with its messages and the AI's signals. Both share their ids.",
	},
	{
		name: "Knowledge base",
		description:
			"Articles, the search over the published ones, and the questions that no article answers.",
	},
	{
		name: "Directory",
		description:
			"Who there is: the agents who answer tickets, their groups, and the customers who write them; the attributes of both, macros, and the API keys.",
	},
	{
		name: "Mail",
		description:
			"Mailboxes: addresses that mail comes in at as tickets and messages, and that replies leave from.",
	},
	{
		name: "Events",
		description:
			"The log of all changes in their order: read page by page, or as a stream.",
	},
	{
		name: "Webhooks",
		description:
			"Programs that events are sent to, the deliveries, and their retries.",
	},
];
