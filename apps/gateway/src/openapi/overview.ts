export const OVERVIEW = `Tickets, conversations and the knowledge base of this installation.

**Authentication.** Every request carries \`Authorization: Bearer <API_KEY>\`. A key belongs to one workspace and has an
owner, a plan and scopes; write does not imply read.

**Rate limits.** Per API key: requests per minute, in 10 seconds, per UTC day and at one time. Every answer carries the
\`X-RateLimit-…\` headers; a 429 says in \`Retry-After\` how many seconds to wait. Add a random 0 to 1000 ms.

**Lists** answer \`data\`, \`has_more\` and \`next_cursor\`; send the cursor back with the same filters and sort. Rows that
exist throughout are seen exactly once.

**Idempotency.** Send an \`Idempotency-Key\` with a POST to repeat it safely: within 24 hours the same key and body get the
first answer again (\`Idempotent-Replayed: true\`). The same key with another body is refused with 422.

**Strictness.** Unknown and repeated parameters are refused, so a misspelt filter never lists everything. Texts are UTF-8;
control characters are refused but for tabs and newlines in bodies. Timestamps are UTC with three decimals. An id of the
wrong form is 404 in a path and 400 anywhere else.`;

export const TAGS = [
	{
		name: "Tickets",
		description: "A ticket is one request for support, with its messages.",
	},
	{
		name: "Conversations",
		description:
			"A ticket seen with its messages and what the AI knows of it. Both share their ids.",
	},
	{
		name: "Knowledge base",
		description:
			"Articles, the search over the published ones, and what nobody has written yet.",
	},
];
