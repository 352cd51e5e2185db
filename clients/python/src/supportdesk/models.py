# Generated from the API document: npm run codegen.
"""What the API takes and returns. Objects are dictionaries; their types name the keys."""

from __future__ import annotations

from typing import Any, Literal, NotRequired, TypeAlias, TypedDict

API_VERSION = "2026-11-22"


class ContactByEmail(TypedDict):
    email: str
    name: NotRequired[str]
    id: NotRequired[str]


class ContactById(TypedDict):
    email: NotRequired[str]
    name: NotRequired[str]
    id: str


class TicketList(TypedDict):
    data: list[Ticket]
    has_more: bool
    next_cursor: str | None
    """Null when `has_more` is false."""
    sync_cursor: NotRequired[str]
    """Only with the sort `updated_at:asc`, and then always. Sent back as `cursor` at any later time, also days after the last page, it continues behind the last ticket of this page: with those that have changed since. A change that was stored while this page was read, and has an earlier time, comes as well."""
    search_incomplete: NotRequired[Literal[True]]
    """Only with `q`, and only for some time after an upgrade: tickets of the version before are still being put into the search."""


class TicketParticipantsItem(TypedDict):
    email: str
    name: str


class TicketAi(TypedDict):
    intent: Intent
    urgency: Literal["urgent", "high", "normal", "low"]
    sentiment: Literal["frustrated", "neutral", "positive", "unknown"]
    confidence: float
    """Calibrated probability that the intent is right."""
    draft_ready: bool
    """Whether there is a draft to approve. False after an agent has replied, and while the ticket is resolved or archived."""


class Ticket(TypedDict):
    id: str
    subject: str
    status: Literal["open", "pending", "resolved", "archived"]
    priority: Literal["urgent", "high", "normal", "low"]
    channel: Literal["email", "chat", "widget", "api", "phone"]
    contact: Contact
    assignee: Assignee | None
    group: Group | None
    tags: list[str]
    created_at: str
    updated_at: str
    resolved_at: str | None
    custom_attributes: dict[str, str | float | bool]
    external_id: NotRequired[str]
    """The id that your own system gave it; absent if it has none."""
    merged_into: NotRequired[str]
    """The ticket that it was merged into, where its messages are; absent if it was not. It takes no changes until it is separated again."""
    participants: NotRequired[list[TicketParticipantsItem]]
    """Who gets the replies besides the contact, and may answer; absent if nobody does."""
    ai: TicketAi


class Contact(TypedDict):
    id: str
    name: str
    email: str
    avatar_url: str | None


class Assignee(TypedDict):
    id: str
    name: str
    email: str


class Group(TypedDict):
    id: str
    name: str


class ErrorErrorErrorsItem(TypedDict):
    code: Literal["missing_parameter", "invalid_parameter", "unknown_parameter", "invalid_json", "invalid_cursor", "invalid_sort", "invalid_attachment", "invalid_idempotency_key", "unsupported_media_type", "request_too_large", "missing_api_key", "invalid_api_key", "expired_api_key", "session_expired", "invalid_credentials", "invalid_link", "second_factor_required", "invalid_second_factor", "oidc_state_mismatch", "oidc_refused", "oidc_response_invalid", "oidc_email_unverified", "oidc_account_not_found", "oidc_identity_mismatch", "insufficient_scope", "csrf_failed", "author_not_permitted", "route_not_found", "ticket_not_found", "article_not_found", "tag_not_found", "draft_not_found", "attachment_not_found", "event_not_found", "webhook_not_found", "delivery_not_found", "agent_not_found", "contact_not_found", "group_not_found", "attribute_not_found", "bulk_job_not_found", "mailbox_not_found", "macro_not_found", "raw_mail_not_found", "mail_not_found", "api_key_not_found", "knowledge_test_not_found", "session_not_found", "account_not_found", "method_not_allowed", "contact_exists", "agent_exists", "group_exists", "attribute_exists", "mailbox_exists", "api_key_revoked", "second_factor_enabled", "second_factor_disabled", "last_admin", "draft_stale", "draft_already_approved", "external_id_exists", "newer_message", "ticket_merged", "idempotency_in_progress", "undefined_attribute_key", "invalid_attribute_value", "assignee_not_found", "author_not_found", "contact_mismatch", "invalid_merge", "tag_limit_exceeded", "idempotency_key_reused", "webhook_url_refused", "webhook_limit_exceeded", "knowledge_test_limit_exceeded", "scope_not_held", "limit_not_held", "api_key_limit_exceeded", "weak_password", "second_factor_unavailable", "rate_limit_minute", "rate_limit_burst", "rate_limit_day", "concurrency_limit", "internal_error", "upstream_unavailable", "oidc_unavailable", "service_unavailable"]
    message: str
    """For people."""
    param: str | None
    """Path of the offending parameter, for example `custom_attributes.color`; cut off after 200 characters."""


class ErrorError(TypedDict):
    type: Literal["invalid_request", "authentication_error", "permission_error", "not_found", "method_not_allowed", "conflict", "validation_error", "rate_limit_error", "api_error", "bad_gateway", "service_unavailable"]
    code: Literal["missing_parameter", "invalid_parameter", "unknown_parameter", "invalid_json", "invalid_cursor", "invalid_sort", "invalid_attachment", "invalid_idempotency_key", "unsupported_media_type", "request_too_large", "missing_api_key", "invalid_api_key", "expired_api_key", "session_expired", "invalid_credentials", "invalid_link", "second_factor_required", "invalid_second_factor", "oidc_state_mismatch", "oidc_refused", "oidc_response_invalid", "oidc_email_unverified", "oidc_account_not_found", "oidc_identity_mismatch", "insufficient_scope", "csrf_failed", "author_not_permitted", "route_not_found", "ticket_not_found", "article_not_found", "tag_not_found", "draft_not_found", "attachment_not_found", "event_not_found", "webhook_not_found", "delivery_not_found", "agent_not_found", "contact_not_found", "group_not_found", "attribute_not_found", "bulk_job_not_found", "mailbox_not_found", "macro_not_found", "raw_mail_not_found", "mail_not_found", "api_key_not_found", "knowledge_test_not_found", "session_not_found", "account_not_found", "method_not_allowed", "contact_exists", "agent_exists", "group_exists", "attribute_exists", "mailbox_exists", "api_key_revoked", "second_factor_enabled", "second_factor_disabled", "last_admin", "draft_stale", "draft_already_approved", "external_id_exists", "newer_message", "ticket_merged", "idempotency_in_progress", "undefined_attribute_key", "invalid_attribute_value", "assignee_not_found", "author_not_found", "contact_mismatch", "invalid_merge", "tag_limit_exceeded", "idempotency_key_reused", "webhook_url_refused", "webhook_limit_exceeded", "knowledge_test_limit_exceeded", "scope_not_held", "limit_not_held", "api_key_limit_exceeded", "weak_password", "second_factor_unavailable", "rate_limit_minute", "rate_limit_burst", "rate_limit_day", "concurrency_limit", "internal_error", "upstream_unavailable", "oidc_unavailable", "service_unavailable"]
    message: str
    """For people."""
    param: str | None
    """Path of the offending parameter, for example `custom_attributes.color`; cut off after 200 characters."""
    request_id: str
    """Quote it when you ask for help."""
    newer_message_id: NotRequired[str]
    """Only with `newer_message`: the latest message."""
    merged_into: NotRequired[str]
    """Only with `ticket_merged`: the ticket that it was merged into."""
    errors: NotRequired[list[ErrorErrorErrorsItem]]
    """All errors, if there are several."""


class Error(TypedDict):
    error: ErrorError


class NewTicket(TypedDict):
    subject: str
    body: str
    """Plain text or HTML."""
    contact: ContactByEmail | ContactById
    """`email` or `id` is required; if both are given, they must belong to one contact."""
    channel: NotRequired[Literal["api", "email", "chat", "widget"]]
    """`api` if not given."""
    priority: NotRequired[Literal["urgent", "high", "normal", "low"]]
    """`normal` if not given."""
    assignee_id: NotRequired[str]
    """An agent who is not deactivated."""
    group_id: NotRequired[str]
    """A group that is not deactivated."""
    tags: NotRequired[list[str]]
    custom_attributes: NotRequired[dict[str, str | float | bool | None]]
    """Values by keys that the workspace defines."""
    external_id: NotRequired[str]
    """The id that your own system gave it."""


class TicketCounts(TypedDict):
    mine: int
    unassigned: int
    waiting: int
    all: int


class FiguresDaysItem(TypedDict):
    date: str
    created: int
    resolved: int


class FiguresFirstReply(TypedDict):
    tickets: int
    median_seconds: int | None


class FiguresResolution(TypedDict):
    tickets: int
    median_seconds: int | None


class FiguresDrafts(TypedDict):
    sent_unchanged: int
    sent_edited: int
    discarded: int


class FiguresGaps(TypedDict):
    open: int
    """Open today."""
    first_seen: int
    """In the range."""
    resolved: int
    """Those first seen in the range that are resolved today."""


Figures = TypedDict(
    "Figures",
    {
        "from": "str",
        "to": "str",
        "created": "int",
        "resolved": "int",
        "days": "list[FiguresDaysItem]",
        "sampled_tickets": "int",
        "first_reply": "FiguresFirstReply",
        "resolution": "FiguresResolution",
        "drafts": "FiguresDrafts",
        "gaps": "FiguresGaps | None",
    },
)


class BulkJob(TypedDict):
    id: str
    status: Literal["collecting", "running", "done", "cancelled"]
    """`collecting` while it is found out which tickets the filter means."""
    total: int | None
    """Tickets that are meant; null while they are collected."""
    changed: int
    unchanged: int
    """Tickets that had nothing to change, tags for example."""
    failed: int
    created_at: str
    finished_at: str | None


class TicketBulkFilter(TypedDict):
    status: NotRequired[Literal["open", "pending", "resolved", "archived"]]
    priority: NotRequired[Literal["urgent", "high", "normal", "low"]]
    assignee: NotRequired[str]
    """An agent's id, or the word `unassigned`."""
    group: NotRequired[str]
    channel: NotRequired[Literal["email", "chat", "widget", "api", "phone"]]
    tag: NotRequired[str]
    contact: NotRequired[str]
    """A contact's id or email address, ignoring case. An unknown contact matches no ticket."""
    mailbox: NotRequired[str]
    """Only tickets whose first mail came to this mailbox."""
    ai_intent: NotRequired[Intent]
    created_after: NotRequired[str]
    """Only resources created strictly after this date (midnight UTC) or timestamp."""
    created_before: NotRequired[str]
    """Only resources created strictly before this date (midnight UTC) or timestamp."""
    updated_after: NotRequired[str]
    """Only resources updated strictly after this date (midnight UTC) or timestamp."""
    updated_before: NotRequired[str]
    """Only resources updated strictly before this date (midnight UTC) or timestamp."""
    waiting: NotRequired[bool]
    """Only tickets whose customer waits for an answer, or only the others."""
    external_id: NotRequired[str]
    """The id that your own system gave it."""
    merged_into: NotRequired[str]
    """Only tickets that were merged into this one. Without it, and without `external_id`, no merged ticket is listed."""
    q: NotRequired[str]
    """Words of the subject, the messages, the contact and the tags, in any language. All must be there; `'several words'` one behind the other; `-word` must not."""


class TicketBulkChangesParticipantsItem(TypedDict):
    email: str
    name: NotRequired[str]


class TicketBulkChanges(TypedDict):
    status: NotRequired[Literal["open", "pending", "resolved"]]
    priority: NotRequired[Literal["urgent", "high", "normal", "low"]]
    assignee_id: NotRequired[str | None]
    """An agent who is not deactivated. Null unassigns."""
    group_id: NotRequired[str | None]
    """A group that is not deactivated. Null removes the group."""
    subject: NotRequired[str]
    custom_attributes: NotRequired[dict[str, str | float | bool | None]]
    """Merged with the existing attributes; null removes a key."""
    participants: NotRequired[list[TicketBulkChangesParticipantsItem]]
    """Replaces the participants: who gets replies besides the contact."""
    add_tags: NotRequired[list[str]]
    remove_tags: NotRequired[list[str]]


class TicketBulk(TypedDict):
    ids: NotRequired[list[str]]
    """An id that is given twice counts once."""
    filter: NotRequired[TicketBulkFilter]
    """The filters of the list, of which at least one is given. Tickets are meant that match while the job collects them, which it does before it changes the first one, and that were created before the request."""
    changes: TicketBulkChanges
    """What is changed in each ticket; other fields stay."""


class BulkResultList(TypedDict):
    data: list[BulkResult]
    has_more: bool
    next_cursor: str | None
    """Null when `has_more` is false."""


class BulkResultError(TypedDict):
    code: str
    message: str


class BulkResult(TypedDict):
    ticket_id: str
    status: Literal["pending", "changed", "unchanged", "failed"]
    """`pending` for good in a job that was cancelled before."""
    error: BulkResultError | None
    """Why it failed, with the code that a PATCH of the ticket would answer; nothing of it was changed."""


class TicketBulkCancel(TypedDict):
    pass


class TicketChangesParticipantsItem(TypedDict):
    email: str
    name: NotRequired[str]


class TicketChangesSignals(TypedDict):
    intent: NotRequired[Intent]
    sentiment: NotRequired[Literal["frustrated", "neutral", "positive"]]


class TicketChanges(TypedDict):
    status: NotRequired[Literal["open", "pending", "resolved"]]
    priority: NotRequired[Literal["urgent", "high", "normal", "low"]]
    assignee_id: NotRequired[str | None]
    """An agent who is not deactivated. Null unassigns."""
    group_id: NotRequired[str | None]
    """A group that is not deactivated. Null removes the group."""
    subject: NotRequired[str]
    custom_attributes: NotRequired[dict[str, str | float | bool | None]]
    """Merged with the existing attributes; null removes a key."""
    external_id: NotRequired[str | None]
    """Null removes it."""
    participants: NotRequired[list[TicketChangesParticipantsItem]]
    """Replaces the participants: who gets replies besides the contact."""
    signals: NotRequired[TicketChangesSignals]
    """Corrects what `ai` says of the ticket. A corrected intent has the confidence 100; the workspace's model learns from corrections. The urgency is corrected by the priority."""


class Deleted(TypedDict):
    id: str
    deleted: Literal[True]


class RestoreTicket(TypedDict):
    pass


class TicketMerge(TypedDict):
    into: str
    """A ticket that is not merged into another one itself."""


class TicketUnmerge(TypedDict):
    pass


class ImportResultsResultsItemErrorsItem(TypedDict):
    code: str
    message: str
    param: str | None
    """The path of what is wrong in the row."""


class ImportResultsResultsItem(TypedDict):
    index: int
    """Of the row in `tickets`, from 0."""
    id: str | None
    """The ticket; null if the row has errors."""
    created: bool
    """False if a ticket had the row's `external_id` before."""
    errors: list[ImportResultsResultsItemErrorsItem]
    """Why nothing was written of the row."""


class ImportResults(TypedDict):
    created: int
    existing: int
    failed: int
    results: list[ImportResultsResultsItem]


class TicketImport(TypedDict):
    tickets: list[ImportedTicket]


class ImportedTicketContact(TypedDict):
    id: NotRequired[str]
    email: NotRequired[str]
    external_id: NotRequired[str]
    """The id that your own system gave it."""
    name: NotRequired[str]


class ImportedTicketMessagesItem(TypedDict):
    type: Literal["inbound", "outbound", "note"]
    """`inbound`: of the contact; `outbound`: a reply that was sent; `note`: for agents only."""
    body: str
    """Plain text or HTML."""
    author_id: NotRequired[str]
    """The agent who wrote it, who may be deactivated; the API key's owner by default. Not of an inbound message."""
    created_at: str
    """When it was written."""


class ImportedTicket(TypedDict):
    external_id: NotRequired[str]
    """The id that your own system gave it."""
    subject: str
    status: NotRequired[Literal["open", "pending", "resolved", "archived"]]
    """`open` if not given."""
    priority: NotRequired[Literal["urgent", "high", "normal", "low"]]
    """`normal` if not given."""
    channel: NotRequired[Literal["email", "chat", "widget", "api", "phone"]]
    """`api` if not given."""
    contact: ImportedTicketContact
    """One of `id`, `email` and `external_id` is required. Those that a contact has must be of one contact; if none has any, one is created."""
    assignee_id: NotRequired[str]
    """An agent, who may be deactivated."""
    group_id: NotRequired[str]
    """A group, which may be deactivated."""
    tags: NotRequired[list[str]]
    custom_attributes: NotRequired[dict[str, str | float | bool | None]]
    """Values by keys that the workspace defines."""
    created_at: str
    """When the ticket was created; not in the future."""
    resolved_at: NotRequired[str]
    """Only of a resolved or archived ticket; the time of its last message if not given."""
    messages: list[ImportedTicketMessagesItem]
    """At most 4,000,000 characters together."""


class ExportLineOption1(TypedDict):
    cursor: str | None
    """Continues the export behind this line. Null in the last line of an export without tickets."""
    ticket: ConversationWithMessages


class ExportLineOption2(TypedDict):
    cursor: str | None
    """Continues the export behind this line. Null in the last line of an export without tickets."""
    done: Literal[True]


class ConversationWithMessagesParticipantsItem(TypedDict):
    email: str
    name: str


class ConversationWithMessagesAiSuggestedArticlesItem(TypedDict):
    article_id: str
    title: str
    relevance_score: float


class ConversationWithMessagesAi(TypedDict):
    intent: Intent
    urgency: Literal["urgent", "high", "normal", "low"]
    sentiment: Literal["frustrated", "neutral", "positive", "unknown"]
    confidence: float
    """Calibrated probability that the intent is right."""
    draft_ready: bool
    """Whether there is a draft to approve. False after an agent has replied, and while the ticket is resolved or archived."""
    draft_id: str | None
    suggested_articles: list[ConversationWithMessagesAiSuggestedArticlesItem]


class ConversationWithMessages(TypedDict):
    id: str
    subject: str
    status: Literal["open", "pending", "resolved", "archived"]
    priority: Literal["urgent", "high", "normal", "low"]
    channel: Literal["email", "chat", "widget", "api", "phone"]
    contact: Contact
    assignee: Assignee | None
    group: Group | None
    tags: list[str]
    created_at: str
    updated_at: str
    resolved_at: str | None
    custom_attributes: dict[str, str | float | bool]
    external_id: NotRequired[str]
    """The id that your own system gave it; absent if it has none."""
    merged_into: NotRequired[str]
    """The ticket that it was merged into, where its messages are; absent if it was not. It takes no changes until it is separated again."""
    participants: NotRequired[list[ConversationWithMessagesParticipantsItem]]
    """Who gets the replies besides the contact, and may answer; absent if nobody does."""
    ai: ConversationWithMessagesAi
    message_count: int
    last_message_at: str
    waiting_since: str | None
    """When the customer sent the oldest unanswered message."""
    messages: list[Message]
    """The latest 50, oldest first; fewer if the conversation would exceed 8 MiB."""


class MessageAuthor(TypedDict):
    type: Literal["contact", "agent"]
    id: str
    name: str
    email: str


class MessageAuthentication(TypedDict):
    spf: str
    dkim: str
    dmarc: str


class Message(TypedDict):
    id: str
    ticket_id: str
    type: Literal["inbound", "outbound", "note"]
    body: str
    """HTML is sanitised."""
    body_text: str
    body_format: Literal["text", "html"]
    author: MessageAuthor
    attachments: list[Attachment]
    ai_generated: bool
    status: Literal["received", "posted", "queued", "sent", "failed"]
    attempts: int
    """The number of delivery attempts; 0 for a message that is not mailed."""
    error: str | None
    """Why the delivery failed, in a sentence for people; null unless `status` is `failed`."""
    created_at: str
    quoted_text: NotRequired[str]
    """What a mail quotes, and its signature; only of messages that came by mail, as the next two fields."""
    authentication: NotRequired[MessageAuthentication]
    """What is known of the sender, as RFC 8601 names it: `pass`, `fail`, `none`, `temperror` … A mail whose `dmarc` is `fail` may be somebody else's and only ever opens a ticket."""
    raw_url: NotRequired[str]
    """The path of the mail as it came in."""


class Attachment(TypedDict):
    id: str
    filename: str
    content_type: str
    size: int
    """Bytes."""
    url: str
    """Path that serves the bytes."""


class MessageList(TypedDict):
    data: list[Message]
    has_more: bool
    next_cursor: str | None
    """Null when `has_more` is false."""


class NewMessageAttachmentsItem(TypedDict):
    filename: str
    content_type: str
    data: str
    """Base64 of the file, padded."""


class NewMessage(TypedDict):
    body: str
    """Plain text or HTML."""
    type: Literal["outbound", "note"]
    """`outbound` is sent to the customer; a `note` is visible to agents only."""
    author_id: NotRequired[str]
    """The author, an agent who is not deactivated; the API key's owner, or the signed-in agent, by default. A signed-in agent names no other."""
    attachments: NotRequired[list[NewMessageAttachmentsItem]]
    """`[]` if not given."""
    if_last_message_id: NotRequired[str]
    """The latest message that you have read, notes among them. If the conversation has a newer one, nothing is sent: the error is `newer_message`, with `newer_message_id`."""
    cc: NotRequired[list[str]]
    """Addresses that become participants of the ticket: they get this reply and those that follow, and may answer. Only of a reply."""


class AddTags(TypedDict):
    tags: list[str]


class AppliedMacroMessageAuthor(TypedDict):
    type: Literal["agent"]
    id: str
    name: str
    email: str


class AppliedMacroMessage(TypedDict):
    id: str | None
    """Null in a preview."""
    type: Literal["outbound", "note"]
    body: str
    body_text: str
    body_format: Literal["text", "html"]
    author: AppliedMacroMessageAuthor


class AppliedMacro(TypedDict):
    ticket: Ticket
    message: AppliedMacroMessage | None
    """Null for a macro without a body."""


class MacroApplication(TypedDict):
    author_id: NotRequired[str]
    """The author, an agent who is not deactivated; the API key's owner, or the signed-in agent, by default. A signed-in agent names no other."""
    if_last_message_id: NotRequired[str]
    """The latest message that you have read, notes among them. If the conversation has a newer one, nothing is sent: the error is `newer_message`, with `newer_message_id`."""


class ConversationList(TypedDict):
    data: list[Conversation]
    has_more: bool
    next_cursor: str | None
    """Null when `has_more` is false."""
    sync_cursor: NotRequired[str]
    """Only with the sort `updated_at:asc`, and then always. Sent back as `cursor` at any later time, also days after the last page, it continues behind the last ticket of this page: with those that have changed since. A change that was stored while this page was read, and has an earlier time, comes as well."""
    search_incomplete: NotRequired[Literal[True]]
    """Only with `q`, and only for some time after an upgrade: tickets of the version before are still being put into the search."""


class ConversationParticipantsItem(TypedDict):
    email: str
    name: str


class ConversationAiSuggestedArticlesItem(TypedDict):
    article_id: str
    title: str
    relevance_score: float


class ConversationAi(TypedDict):
    intent: Intent
    urgency: Literal["urgent", "high", "normal", "low"]
    sentiment: Literal["frustrated", "neutral", "positive", "unknown"]
    confidence: float
    """Calibrated probability that the intent is right."""
    draft_ready: bool
    """Whether there is a draft to approve. False after an agent has replied, and while the ticket is resolved or archived."""
    draft_id: str | None
    suggested_articles: list[ConversationAiSuggestedArticlesItem]


class Conversation(TypedDict):
    id: str
    subject: str
    status: Literal["open", "pending", "resolved", "archived"]
    priority: Literal["urgent", "high", "normal", "low"]
    channel: Literal["email", "chat", "widget", "api", "phone"]
    contact: Contact
    assignee: Assignee | None
    group: Group | None
    tags: list[str]
    created_at: str
    updated_at: str
    resolved_at: str | None
    custom_attributes: dict[str, str | float | bool]
    external_id: NotRequired[str]
    """The id that your own system gave it; absent if it has none."""
    merged_into: NotRequired[str]
    """The ticket that it was merged into, where its messages are; absent if it was not. It takes no changes until it is separated again."""
    participants: NotRequired[list[ConversationParticipantsItem]]
    """Who gets the replies besides the contact, and may answer; absent if nobody does."""
    ai: ConversationAi
    message_count: int
    last_message_at: str
    waiting_since: str | None
    """When the customer sent the oldest unanswered message."""


class DraftSourcesItem(TypedDict):
    article_id: str
    title: str
    relevance_score: float
    excerpt: str
    """Plain text of the article, without Markdown, tags and scripts."""


class DraftSentencesItemSourcesItem(TypedDict):
    article_id: str
    start: int
    end: int


class DraftSentencesItem(TypedDict):
    text: str
    sources: list[DraftSentencesItemSourcesItem]
    unsupported: bool
    """True where no article supports it; greeting, closing and the line of the sources need none."""


class Draft(TypedDict):
    id: str
    conversation_id: str
    in_reply_to: str
    body: str
    """Plain text converted from the articles' Markdown and HTML: tables become lines, and a link's text is followed by its address."""
    status: Literal["ready", "approved", "superseded"]
    """`superseded`: retracted, because an agent has replied, the ticket was resolved, or an article it quotes changed or is not published any more."""
    stale: bool
    """The customer has written since, or the draft was retracted; it can no longer be approved."""
    confidence: float
    sources: list[DraftSourcesItem]
    sentences: list[DraftSentencesItem] | None
    """The sentences of the body, each with the parts of articles that support it: characters (Unicode code points) of what `GET /v1/knowledge/articles/:id/text` returned when the draft was written. Null for drafts of earlier versions."""
    generated_by: str
    """`extractive`, or the name of the language model."""
    created_at: str
    updated_at: str


class Approval(TypedDict):
    draft: Draft
    message: Message


class ApproveDraft(TypedDict):
    draft_id: NotRequired[str]
    body: NotRequired[str]
    """What is sent in place of the draft's own words. It is recorded: drafts learn from it."""
    if_last_message_id: NotRequired[str]
    """The latest message that you have read, notes among them. If the conversation has a newer one, nothing is sent: the error is `newer_message`, with `newer_message_id`."""


class DiscardDraft(TypedDict):
    reason: NotRequired[str]


class PresenceAgentsItem(TypedDict):
    id: str
    state: Literal["viewing", "typing"]


class Presence(TypedDict):
    conversation_id: str
    agents: list[PresenceAgentsItem]
    """Those who came first are first."""


class SetPresence(TypedDict):
    state: Literal["viewing", "typing", "left"]


class ArticleList(TypedDict):
    data: list[Article]
    has_more: bool
    next_cursor: str | None
    """Null when `has_more` is false."""


class Article(TypedDict):
    id: str
    title: str
    body: str
    tags: list[str]
    status: Literal["published", "draft", "archived"]
    word_count: int
    retrieval_count: int
    indexed_at: str | None
    """Null until the search engine has confirmed the indexing."""
    created_at: str
    updated_at: str
    external_id: NotRequired[str]
    """The id that your own system gave it; absent if it has none."""


class ChangedArticle(Article):
    broken_tests: NotRequired[list[KnowledgeTest]]
    """The knowledge tests that passed before and fail now; absent if there are none, or if running them takes more than two seconds: `knowledge.regression` events report them in any case."""


class KnowledgeTest(TypedDict):
    id: str
    question: str
    article_id: str | None
    """The article that has to be a search's first result; null where no article may be found."""
    passed: bool | None
    """Null until it was run as it is now, within seconds."""
    found_article_id: str | None
    """What the last run found; null for nothing."""
    run_at: str | None
    created_at: str
    updated_at: str


class NewArticle(TypedDict):
    title: str
    body: str
    """Plain text, Markdown or HTML. Searches and drafts quote it as plain text."""
    tags: NotRequired[list[str]]
    status: NotRequired[Literal["published", "draft"]]
    """`published` if not given."""
    external_id: NotRequired[str]
    """The id that your own system gave it."""


class ArticleText(TypedDict):
    article_id: str
    text: str
    updated_at: str


class ArticleChanges(TypedDict):
    title: NotRequired[str]
    body: NotRequired[str]
    """Plain text, Markdown or HTML. Searches and drafts quote it as plain text."""
    tags: NotRequired[list[str]]
    """Replaces the tags."""
    status: NotRequired[Literal["published", "draft"]]
    """`published` also restores an archived article."""
    external_id: NotRequired[str | None]
    """Null removes it."""


class ArchiveArticle(TypedDict):
    pass


class SearchResults(TypedDict):
    results: list[SearchResult]
    candidates: NotRequired[list[SearchCandidate]]
    """Only with `include=candidates`."""
    search_incomplete: NotRequired[Literal[True]]
    """Only for some seconds after a start or an import, in a workspace of many articles: some of them have not been read yet. No gap is counted then."""


class SearchResult(TypedDict):
    article_id: str
    title: str
    relevance_score: float
    excerpt: str
    """Plain text of the article, without Markdown, tags and scripts."""


class SearchCandidateFeaturesItem(TypedDict):
    name: Literal["word_score_of_best", "word_score_of_ideal", "words_found", "words_found_in_title", "title_explained", "passage_similarity", "title_similarity", "similarity_behind_best", "word_score", "second_passage_similarity", "similarity_above_usual", "word_score_above_usual", "word_score_z", "similarity_z", "question_length", "base_rate"]
    """`word_score_of_best`: The word score (BM25) as a share of the best article's. `word_score_of_ideal`: The word score as a share of what an ideal article would have. `words_found`: The share of the question's words that the article has, by how informative they are. `words_found_in_title`: The same for its title. `title_explained`: The share of the title's words that the question has. `passage_similarity`: The similarity of the best passage to the question. `title_similarity`: The similarity of the title to the question. `similarity_behind_best`: The similarity of title and passage, less that of the most similar other article. `word_score`: The word score, damped. `second_passage_similarity`: The similarity of the second passage. `similarity_above_usual`: The similarity, less that of the best ten articles. `word_score_above_usual`: The word score, less that of the best ten articles. `word_score_z`: How far the word score stands out, by the words found. `similarity_z`: How far the similarity stands out, by the similarity. `question_length`: The number of the question's words, damped. `base_rate`: 1 for every article."""
    value: float
    contribution: float
    """What the feature adds to the logarithm of the article's odds."""


class SearchCandidateFurtherFeaturesItem(TypedDict):
    name: str
    """Later rankings may have others. `word_score_above_rival`: The word score, less that of the best other article. `words_found_above_rival`: The words found, less those of the best other article. `words_misspelled`: The share of words found by another spelling. `words_unknown`: The share of words that no article has. `words_elsewhere`: The share of words that only other articles have. `word_missing_most`: The share of the most informative word that it lacks. `words_missing`: The number of words that it lacks. `codes_missing`: The share of product numbers, versions and error codes that it lacks. `codes_found`: The number of those that it has. `title_names_another_code`: 1 if its title has a code and none of these. `names_missing`: The share of names that it lacks. `is_opposite`: 1 if its title is about the opposite of what is asked. `is_another_of_kind`: 1 if it is about another country, platform, plan or role than the question. `is_another_matter`: 1 if a question of up to six words has a number or a name that no article has, or its title leads the other way ('on' and 'off', 'from' and 'to'). `has_only_code`: 1 if no other article has a product number, version or error code of the question, -1 if another one alone has it."""
    value: float
    contribution: float
    """What the feature adds to the logarithm of the article's odds."""


class SearchCandidate(TypedDict):
    article_id: str
    title: str
    relevance_score: float
    cutoff: float
    """The lowest `relevance_score` that answers a question."""
    features: list[SearchCandidateFeaturesItem]
    further_features: list[SearchCandidateFurtherFeaturesItem]
    """What the article lacks or has instead."""


class Search(TypedDict):
    query: str
    """A question in natural language, or the text of a mail that asks it: of a long text the first words count. Line ends and tabs count as spaces."""
    top_k: NotRequired[int]
    """`5` if not given."""
    tags: NotRequired[list[str]]
    """The article must have all of them. `[]` if not given."""


class GapList(TypedDict):
    data: list[Gap]
    has_more: bool
    next_cursor: str | None
    """Null when `has_more` is false."""


class Gap(TypedDict):
    id: str
    topic: str
    frequency: int
    status: Literal["open", "resolved"]
    example_queries: list[str]
    """The most frequent phrasings. A phrasing that occurs only in deleted tickets is deleted with them after 30 days."""
    ticket_ids: list[str]
    """The latest tickets with this question. Deleted tickets are left out, but still count in `frequency`."""
    first_seen_at: str
    last_seen_at: str
    resolved_by_article_id: str | None
    created_at: str
    updated_at: str


class KnowledgeTestList(TypedDict):
    data: list[KnowledgeTest]
    has_more: bool
    next_cursor: str | None
    """Null when `has_more` is false."""


class NewKnowledgeTest(TypedDict):
    question: str
    """Line ends and tabs count as spaces."""
    article_id: str | None
    """The article that has to be a search's first result; null where no article may be found."""


class KnowledgeTestRun(TypedDict):
    passed: int
    failed: int
    not_run: int
    """Tests that five seconds were not enough for, or that the AI service was not available for."""
    broken_tests: list[KnowledgeTest]
    """Those that passed before and fail now."""
    tests: list[KnowledgeTest]


class RunKnowledgeTests(TypedDict):
    pass


class KnowledgeTestChanges(TypedDict):
    question: NotRequired[str]
    """Line ends and tabs count as spaces."""
    article_id: NotRequired[str | None]
    """The article that has to be a search's first result; null where no article may be found."""


class EventList(TypedDict):
    data: list[Event]
    has_more: bool
    next_cursor: str | None
    """Null when `has_more` is false."""


class EventActor(TypedDict):
    type: Literal["api_key", "agent", "contact", "system"]
    id: str | None
    """Null: the system."""


class EventResource(TypedDict):
    type: str
    id: str


class EventData(TypedDict):
    object: dict[str, Any]
    """The resource as its GET showed it after the change; before it if it was deleted. A ticket has no messages and no participants here, a gap no `topic` and no `example_queries`."""
    previous: dict[str, Any] | None
    """The fields that changed, as they were; null where there was nothing before, a field's value as well as all of it."""


class Event(TypedDict):
    id: str
    type: Literal["ticket.created", "ticket.updated", "ticket.deleted", "ticket.restored", "ticket.merged", "ticket.unmerged", "ticket.signals_updated", "message.created", "message.status_changed", "draft.ready", "draft.withdrawn", "draft.approved", "draft.discarded", "contact.created", "contact.updated", "contact.merged", "contact.erased", "article.created", "article.updated", "article.published", "article.archived", "article.deleted", "gap.opened", "gap.resolved", "gap.reopened", "knowledge.regression", "agent.created", "agent.updated", "agent.deactivated", "group.created", "group.updated", "group.deleted", "webhook.disabled", "mail.quarantined", "webhook.test"]
    """`webhook.test` only in the event that the test of a webhook sends, which has the sequence 0 and is in no list."""
    sequence: int
    """Counts the workspace's events: 1, 2, 3 … without gaps."""
    created_at: str
    actor: EventActor
    request_id: str | None
    """The request that caused it; null where none did."""
    resource: EventResource
    data: EventData


class TicketEventList(TypedDict):
    data: list[Event]
    has_more: bool
    next_cursor: str | None
    """Null when `has_more` is false."""


class MeKey(TypedDict):
    id: str
    masked: str
    api_version: Literal["2026-11-21", "2026-11-22"]
    """The version of its requests that name none."""
    expires_at: str | None
    created_at: str


class MeSession(TypedDict):
    id: str
    role: Literal["admin", "agent"]
    expires_at: str
    created_at: str


class MeOwner(TypedDict):
    id: str
    name: str
    email: str


class MeWorkspace(TypedDict):
    id: str
    name: str


class MeLimitsPerMinute(TypedDict):
    limit: int
    """Requests per minute."""
    remaining: int
    resets_at: str


class MeLimitsBurst(TypedDict):
    limit: int
    """Requests in 10 seconds."""
    remaining: int
    resets_at: str


class MeLimitsPerDay(TypedDict):
    limit: int
    """Requests per UTC day."""
    remaining: int
    resets_at: str


class MeLimitsConcurrent(TypedDict):
    limit: int
    remaining: int


class MeLimits(TypedDict):
    per_minute: MeLimitsPerMinute
    burst: MeLimitsBurst
    per_day: MeLimitsPerDay | None
    """Null: no limit."""
    concurrent: MeLimitsConcurrent | None
    """Null: no limit."""


class Me(TypedDict):
    key: MeKey | None
    """Null for a session of the console."""
    session: NotRequired[MeSession]
    """Only of a session of the console."""
    owner: MeOwner
    workspace: MeWorkspace
    scopes: list[Literal["tickets:read", "tickets:write", "knowledge:read", "knowledge:write", "events:read", "webhooks:read", "webhooks:write", "contacts:read", "contacts:write", "workspace:read", "workspace:write", "keys:read", "keys:write"]]
    plan: str
    limits: MeLimits


class ContactList(TypedDict):
    data: list[ContactDetails]
    has_more: bool
    next_cursor: str | None
    """Null when `has_more` is false."""


class ContactDetailsUndeliverableItem(TypedDict):
    email: str
    since: str
    reason: str


class ContactDetails(TypedDict):
    id: str
    name: str
    email: str | None
    """The main address."""
    avatar_url: str | None
    external_id: str | None
    addresses: list[str]
    """All addresses, the main one first."""
    custom_attributes: dict[str, str | float | bool]
    created_at: str
    updated_at: str
    last_seen_at: str | None
    """When the contact's newest message came in, within seconds."""
    undeliverable: NotRequired[list[ContactDetailsUndeliverableItem]]
    """Addresses that mail comes back from; only of contacts that have one."""


class NewContact(TypedDict):
    email: NotRequired[str]
    name: NotRequired[str]
    external_id: NotRequired[str]
    """The id that your own system gave it."""
    addresses: NotRequired[list[str]]
    """Further addresses."""
    custom_attributes: NotRequired[dict[str, str | float | bool | None]]
    """Values by keys that the workspace defines."""


class ContactChanges(TypedDict):
    email: NotRequired[str]
    """Takes the place of the main address."""
    name: NotRequired[str]
    external_id: NotRequired[str | None]
    """Null removes it."""
    addresses: NotRequired[list[str]]
    """All addresses, the main one first; replaces those there."""
    custom_attributes: NotRequired[dict[str, str | float | bool | None]]
    """Merged with the existing attributes; null removes a key."""


class ContactMerge(TypedDict):
    into: str
    """The contact that this one becomes."""


class AgentList(TypedDict):
    data: list[Agent]
    has_more: bool
    next_cursor: str | None
    """Null when `has_more` is false."""


class Agent(TypedDict):
    id: str
    name: str
    email: str
    deactivated_at: str | None
    """A deactivated agent gets no tickets, and the agent's keys are refused."""
    created_at: str


class NewAgent(TypedDict):
    name: str
    email: str


class AgentChanges(TypedDict):
    name: NotRequired[str]
    deactivated: NotRequired[bool]


class GroupList(TypedDict):
    data: list[GroupDetails]
    has_more: bool
    next_cursor: str | None
    """Null when `has_more` is false."""


class GroupDetails(TypedDict):
    id: str
    name: str
    agent_ids: list[str]
    deactivated_at: str | None
    """A deactivated group gets no tickets."""
    created_at: str


class NewGroup(TypedDict):
    name: str
    agent_ids: NotRequired[list[str]]


class GroupChanges(TypedDict):
    name: NotRequired[str]
    agent_ids: NotRequired[list[str]]
    """Replaces the group's agents."""
    deactivated: NotRequired[bool]


class AttributeList(TypedDict):
    data: list[Attribute]
    has_more: bool
    next_cursor: str | None
    """Null when `has_more` is false."""


class Attribute(TypedDict):
    key: str
    type: Literal["string", "number", "boolean", "date", "enum"]
    values: list[str] | None
    """An enum's; null for every other type."""
    label: str | None
    description: str | None
    created_at: str


class NewAttribute(TypedDict):
    key: str
    type: Literal["string", "number", "boolean", "date", "enum"]
    values: NotRequired[list[str]]
    """An enum's values; of no other type."""
    label: NotRequired[str]
    """What people are shown in place of the key."""
    description: NotRequired[str]


class AttributeChanges(TypedDict):
    values: NotRequired[list[str]]
    """All values of an enum in their new order; those that it has must be among them, because tickets and contacts may have them."""
    label: NotRequired[str | None]
    """Null removes it."""
    description: NotRequired[str | None]
    """Null removes it."""


class DeletedAttribute(TypedDict):
    key: str
    deleted: Literal[True]


class ApiKeyList(TypedDict):
    data: list[ApiKey]
    has_more: bool
    next_cursor: str | None
    """Null when `has_more` is false."""


class ApiKeyLimits(TypedDict):
    per_minute: int | None
    burst: int | None
    per_day: int | None
    unlimited_per_day: bool
    """Whether there is no daily limit; `per_day` is null then."""
    concurrent: int | None


class ApiKey(TypedDict):
    id: str
    name: str | None
    owner_id: str
    masked: str
    """The beginning and the last four characters of the secret."""
    scopes: list[Literal["tickets:read", "tickets:write", "knowledge:read", "knowledge:write", "events:read", "webhooks:read", "webhooks:write", "contacts:read", "contacts:write", "workspace:read", "workspace:write", "keys:read", "keys:write"]]
    plan: str
    limits: ApiKeyLimits
    """The key's own; null: the limit of its plan."""
    api_version: Literal["2026-11-21", "2026-11-22"]
    """The version of its requests that name none."""
    expires_at: str | None
    revoked_at: str | None
    owner_deactivated_at: str | None
    """The keys of a deactivated agent are refused."""
    last_used_at: str | None
    """The beginning of the hour in which it was last used."""
    created_at: str


class ApiKeyWithSecretLimits(TypedDict):
    per_minute: int | None
    burst: int | None
    per_day: int | None
    unlimited_per_day: bool
    """Whether there is no daily limit; `per_day` is null then."""
    concurrent: int | None


class ApiKeyWithSecret(TypedDict):
    id: str
    name: str | None
    owner_id: str
    masked: str
    """The beginning and the last four characters of the secret."""
    scopes: list[Literal["tickets:read", "tickets:write", "knowledge:read", "knowledge:write", "events:read", "webhooks:read", "webhooks:write", "contacts:read", "contacts:write", "workspace:read", "workspace:write", "keys:read", "keys:write"]]
    plan: str
    limits: ApiKeyWithSecretLimits
    """The key's own; null: the limit of its plan."""
    api_version: Literal["2026-11-21", "2026-11-22"]
    """The version of its requests that name none."""
    expires_at: str | None
    revoked_at: str | None
    owner_deactivated_at: str | None
    """The keys of a deactivated agent are refused."""
    last_used_at: str | None
    """The beginning of the hour in which it was last used."""
    created_at: str
    secret: str
    """Shown only here, and to a repetition of the request with the same Idempotency-Key and the same calling secret."""


class NewApiKeyLimits(TypedDict):
    per_minute: NotRequired[int | None]
    burst: NotRequired[int | None]
    per_day: NotRequired[int | None]
    unlimited_per_day: NotRequired[bool]
    """Whether there is no daily limit; `false` stands only beside `per_day`, which says what the limit is."""
    concurrent: NotRequired[int | None]


class NewApiKey(TypedDict):
    name: NotRequired[str]
    owner_id: NotRequired[str]
    """The agent in whose name the key writes; the calling key's owner if none is given."""
    scopes: list[Literal["tickets:read", "tickets:write", "knowledge:read", "knowledge:write", "events:read", "webhooks:read", "webhooks:write", "contacts:read", "contacts:write", "workspace:read", "workspace:write", "keys:read", "keys:write"]]
    """At most those of the calling key."""
    api_version: NotRequired[Literal["2026-11-21", "2026-11-22"]]
    """The version of its requests that name none; if it is not given, that of this request."""
    limits: NotRequired[NewApiKeyLimits]
    """Each at most the calling key's own. Null: the limit of the plan."""
    expires_at: NotRequired[str | None]
    """In the future, and not after the calling key's own expiry. Null: never."""


class ApiKeyChangesLimits(TypedDict):
    per_minute: NotRequired[int | None]
    burst: NotRequired[int | None]
    per_day: NotRequired[int | None]
    unlimited_per_day: NotRequired[bool]
    """Whether there is no daily limit; `false` stands only beside `per_day`, which says what the limit is."""
    concurrent: NotRequired[int | None]


class ApiKeyChanges(TypedDict):
    name: NotRequired[str | None]
    """Null removes it."""
    scopes: NotRequired[list[Literal["tickets:read", "tickets:write", "knowledge:read", "knowledge:write", "events:read", "webhooks:read", "webhooks:write", "contacts:read", "contacts:write", "workspace:read", "workspace:write", "keys:read", "keys:write"]]]
    """At most those of the calling key."""
    api_version: NotRequired[Literal["2026-11-21", "2026-11-22"]]
    limits: NotRequired[ApiKeyChangesLimits]
    """Each at most the calling key's own. Null: the limit of the plan."""
    expires_at: NotRequired[str | None]
    """In the future, and not after the calling key's own expiry. Null: never."""


class RotatedApiKeyLimits(TypedDict):
    per_minute: int | None
    burst: int | None
    per_day: int | None
    unlimited_per_day: bool
    """Whether there is no daily limit; `per_day` is null then."""
    concurrent: int | None


class RotatedApiKey(TypedDict):
    id: str
    name: str | None
    owner_id: str
    masked: str
    """The beginning and the last four characters of the secret."""
    scopes: list[Literal["tickets:read", "tickets:write", "knowledge:read", "knowledge:write", "events:read", "webhooks:read", "webhooks:write", "contacts:read", "contacts:write", "workspace:read", "workspace:write", "keys:read", "keys:write"]]
    plan: str
    limits: RotatedApiKeyLimits
    """The key's own; null: the limit of its plan."""
    api_version: Literal["2026-11-21", "2026-11-22"]
    """The version of its requests that name none."""
    expires_at: str | None
    revoked_at: str | None
    owner_deactivated_at: str | None
    """The keys of a deactivated agent are refused."""
    last_used_at: str | None
    """The beginning of the hour in which it was last used."""
    created_at: str
    old_secret_valid_until: str
    """Until then the key is known by both secrets."""
    secret: str
    """Shown only here, and to a repetition of the request with the same Idempotency-Key and the same calling secret."""


class Rotation(TypedDict):
    old_secret_valid_seconds: NotRequired[int]
    """For how long the old secret is accepted as well; 86400, a day, if it is not given. Secrets of earlier rotations end then at the latest."""


class MacroList(TypedDict):
    data: list[Macro]
    has_more: bool
    next_cursor: str | None
    """Null when `has_more` is false."""


class MacroChangesFields(TypedDict):
    status: NotRequired[Literal["open", "pending", "resolved"]]
    priority: NotRequired[Literal["urgent", "high", "normal", "low"]]
    tags: NotRequired[list[str]]
    assignee_id: NotRequired[str | None]


class Macro(TypedDict):
    id: str
    name: str
    body: str | None
    type: Literal["outbound", "note"]
    changes: MacroChangesFields
    created_at: str
    updated_at: str


class NewMacroChanges(TypedDict):
    status: NotRequired[Literal["open", "pending", "resolved"]]
    priority: NotRequired[Literal["urgent", "high", "normal", "low"]]
    tags: NotRequired[list[str]]
    """Added to the ticket's."""
    assignee_id: NotRequired[str | None]
    """Null unassigns."""


class NewMacro(TypedDict):
    name: str
    body: NotRequired[str]
    """Plain text or HTML, with at most 100 placeholders: `{{contact.name}}`, `{{contact.email}}`, `{{ticket.id}}`, `{{ticket.subject}}`, `{{ticket.status}}`, `{{ticket.priority}}`, `{{ticket.external_id}}`, `{{assignee.name}}`, `{{group.name}}`, `{{agent.name}}`, `{{agent.email}}`. They stand for the ticket as it is after the changes, and for the author of the message; what a ticket does not have is empty."""
    type: NotRequired[Literal["outbound", "note"]]
    """What the body becomes: `outbound` is sent to the customer; a `note` is visible to agents only."""
    changes: NotRequired[NewMacroChanges]
    """What changes of the ticket; other fields stay."""


class MacroChangesChanges(TypedDict):
    status: NotRequired[Literal["open", "pending", "resolved"]]
    priority: NotRequired[Literal["urgent", "high", "normal", "low"]]
    tags: NotRequired[list[str]]
    """Added to the ticket's."""
    assignee_id: NotRequired[str | None]
    """Null unassigns."""


class MacroChanges(TypedDict):
    name: NotRequired[str]
    body: NotRequired[str | None]
    """Null removes it."""
    type: NotRequired[Literal["outbound", "note"]]
    """What the body becomes: `outbound` is sent to the customer; a `note` is visible to agents only."""
    changes: NotRequired[MacroChangesChanges]
    """Replaces all changes."""


class MailboxList(TypedDict):
    data: list[Mailbox]
    has_more: bool
    next_cursor: str | None
    """Null when `has_more` is false."""


class MailboxAutoReply(TypedDict):
    enabled: bool
    body: str


class MailboxImapLastSkipped(TypedDict):
    at: str
    reason: str


class MailboxImap(TypedDict):
    state: Literal["waiting", "connecting", "connected", "failed"]
    error: str | None
    """Why the account cannot be read at the moment."""
    last_mail_at: str | None
    last_skipped: MailboxImapLastSkipped | None
    """The last mail that was not taken in, and why."""


class Mailbox(TypedDict):
    id: str
    address: str
    name: str
    """The name in front of the address of mails that leave."""
    group_id: str | None
    """The group of tickets that come in."""
    signature: str
    auto_reply: MailboxAutoReply
    intake: Literal["smtp", "imap", "api"]
    imap: MailboxImap | None
    """How its account is read; null unless intake is `imap`."""
    created_at: str


class NewMailboxAutoReply(TypedDict):
    enabled: bool
    body: NotRequired[str]


class NewMailbox(TypedDict):
    address: str
    """One address belongs to one mailbox of the installation."""
    name: NotRequired[str]
    group_id: NotRequired[str | None]
    signature: NotRequired[str]
    auto_reply: NotRequired[NewMailboxAutoReply]
    """An answer to each new ticket, to one address at most once an hour and never to automatic mail."""
    intake: NotRequired[Literal["smtp", "imap", "api"]]
    """How its mail comes in. `imap` reads the account of `imap_url`; mail that is relayed to the SMTP listener or uploaded is taken in either way. `'smtp'` if not given."""
    imap_url: NotRequired[str]
    """The account to read, with user and password, and the folder, percent-encoded; INBOX without one. It is stored encrypted, and no response shows it."""


class MailboxChangesAutoReply(TypedDict):
    enabled: bool
    body: NotRequired[str]


class MailboxChanges(TypedDict):
    name: NotRequired[str]
    group_id: NotRequired[str | None]
    """Null removes it."""
    signature: NotRequired[str]
    auto_reply: NotRequired[MailboxChangesAutoReply]
    """An answer to each new ticket, to one address at most once an hour and never to automatic mail."""
    intake: NotRequired[Literal["smtp", "imap", "api"]]
    """How its mail comes in. `imap` reads the account of `imap_url`; mail that is relayed to the SMTP listener or uploaded is taken in either way."""
    imap_url: NotRequired[str | None]
    """The account to read, with user and password, and the folder, percent-encoded; INBOX without one. It is stored encrypted, and no response shows it."""


class TakenMail(TypedDict):
    id: str
    status: Literal["message", "bounce", "quarantined", "dropped"]
    """What became of it."""
    reason: str | None
    """Why it is quarantined, or was; else null."""
    ticket_id: str | None
    message_id: str | None
    """The message that it became, or that a bounce is about."""


class QuarantinedMailList(TypedDict):
    data: list[QuarantinedMail]
    has_more: bool
    next_cursor: str | None
    """Null when `has_more` is false."""


class QuarantinedMailFrom(TypedDict):
    email: str
    name: str


class QuarantinedMailAuthentication(TypedDict):
    spf: str
    dkim: str
    dmarc: str


QuarantinedMail = TypedDict(
    "QuarantinedMail",
    {
        "id": "str",
        "mailbox_id": "str",
        "status": "Literal[\"quarantined\"]",
        "reason": "Literal[\"too_many\", \"own_address\", \"automatic_reply\"]",
        "from": "QuarantinedMailFrom",
        "subject": "str",
        "authentication": "QuarantinedMailAuthentication",
        "received_at": "str",
    },
)


class Account(TypedDict):
    agent_id: str
    email: str
    role: Literal["admin", "agent"]
    """`agent`: tickets, contacts and the knowledge base; `admin`: everything."""
    status: Literal["invited", "active", "deactivated"]
    second_factor: bool
    provider_linked: bool
    """Whether the account belongs to a person of the installation's OpenID Connect provider, who has signed in there."""
    last_sign_in_at: str | None
    created_at: str


class Invitation(TypedDict):
    role: NotRequired[Literal["admin", "agent"]]
    """`agent`: tickets, contacts and the knowledge base; `admin`: everything."""
    language: NotRequired[Literal["en", "de"]]
    """Of the mail. `'en'` if not given."""


class AccountList(TypedDict):
    data: list[Account]
    has_more: bool
    next_cursor: str | None
    """Null when `has_more` is false."""


class AccountChanges(TypedDict):
    role: Literal["admin", "agent"]
    """`agent`: tickets, contacts and the knowledge base; `admin`: everything."""


class AuditEventList(TypedDict):
    data: list[AuditEvent]
    has_more: bool
    next_cursor: str | None
    """Null when `has_more` is false."""


class AuditEvent(TypedDict):
    id: str
    type: Literal["signed_in", "sign_in_failed", "signed_out", "session_revoked", "sessions_revoked", "invited", "sign_in_link_created", "password_reset_requested", "password_changed", "second_factor_enabled", "second_factor_disabled", "recovery_code_used", "recovery_codes_replaced", "role_changed", "provider_linked", "provider_unlinked", "deactivated", "reactivated"]
    agent_id: str
    """Whose account it is about."""
    actor_id: str | None
    """The agent or API key that did it; null for a person who was not signed in, and for the command line."""
    actor_key_name: str | None
    """The name of the API key that did it, revoked or not, or its masked secret where it has no name; null for others."""
    address: str | None
    role: Literal["admin", "agent", None]
    """The role that the account got, of `invited` and `role_changed`; null for other events."""
    created_at: str


class Workspace(TypedDict):
    id: str
    pending_after_reply: bool
    """Whether an open ticket becomes `pending` when an agent replies. What the customer writes opens it again."""


class WorkspaceChanges(TypedDict):
    pending_after_reply: NotRequired[bool]


class WebhookList(TypedDict):
    data: list[Webhook]
    has_more: bool
    next_cursor: str | None
    """Null when `has_more` is false."""


class Webhook(TypedDict):
    id: str
    url: str
    types: list[str]
    description: str
    enabled: bool
    disabled_reason: Literal["gone", "failing", None]
    """Why the system disabled it: the endpoint returned 410, or failed for five days."""
    created_at: str
    updated_at: str


class WebhookWithSecret(TypedDict):
    id: str
    url: str
    types: list[str]
    description: str
    enabled: bool
    disabled_reason: Literal["gone", "failing", None]
    """Why the system disabled it: the endpoint returned 410, or failed for five days."""
    created_at: str
    updated_at: str
    secret: str
    """What deliveries are signed with. Shown only here."""


class NewWebhook(TypedDict):
    url: str
    """http or https, without credentials, at a public address: loopback and private networks are refused."""
    types: list[Literal["ticket.created", "ticket.updated", "ticket.deleted", "ticket.restored", "ticket.merged", "ticket.unmerged", "ticket.signals_updated", "message.created", "message.status_changed", "draft.ready", "draft.withdrawn", "draft.approved", "draft.discarded", "contact.created", "contact.updated", "contact.merged", "contact.erased", "article.created", "article.updated", "article.published", "article.archived", "article.deleted", "gap.opened", "gap.resolved", "gap.reopened", "knowledge.regression", "agent.created", "agent.updated", "agent.deactivated", "group.created", "group.updated", "group.deleted", "webhook.disabled", "mail.quarantined", "ticket.*", "message.*", "draft.*", "contact.*", "article.*", "gap.*", "knowledge.*", "agent.*", "group.*", "webhook.*", "mail.*"]]
    """Types of events; `ticket.*` for all of a kind."""
    description: NotRequired[str]
    enabled: NotRequired[bool]
    """`true` if not given."""


class WebhookChanges(TypedDict):
    url: NotRequired[str]
    """http or https, without credentials, at a public address: loopback and private networks are refused."""
    types: NotRequired[list[Literal["ticket.created", "ticket.updated", "ticket.deleted", "ticket.restored", "ticket.merged", "ticket.unmerged", "ticket.signals_updated", "message.created", "message.status_changed", "draft.ready", "draft.withdrawn", "draft.approved", "draft.discarded", "contact.created", "contact.updated", "contact.merged", "contact.erased", "article.created", "article.updated", "article.published", "article.archived", "article.deleted", "gap.opened", "gap.resolved", "gap.reopened", "knowledge.regression", "agent.created", "agent.updated", "agent.deactivated", "group.created", "group.updated", "group.deleted", "webhook.disabled", "mail.quarantined", "ticket.*", "message.*", "draft.*", "contact.*", "article.*", "gap.*", "knowledge.*", "agent.*", "group.*", "webhook.*", "mail.*"]]]
    """Types of events; `ticket.*` for all of a kind."""
    description: NotRequired[str | None]
    """Null removes it."""
    enabled: NotRequired[bool]


class DeliveryAttemptsItem(TypedDict):
    number: int
    started_at: str
    duration_ms: int
    status_code: int | None
    """Null where no response came."""
    error: str | None
    response_body: str | None
    """The first KiB."""


class Delivery(TypedDict):
    id: str
    webhook_id: str
    event_id: str
    event_type: str
    status: Literal["pending", "delivered", "failed"]
    next_attempt_at: str | None
    created_at: str
    attempts: list[DeliveryAttemptsItem]


class Replay(TypedDict):
    id: str
    queued: int
    """Deliveries."""


class ReplayRequest(TypedDict):
    after: int
    """A sequence; every later event that is kept is sent again."""


class DeliveryList(TypedDict):
    data: list[Delivery]
    has_more: bool
    next_cursor: str | None
    """Null when `has_more` is false."""


class ListTicketsQuery(TypedDict):
    status: NotRequired[Literal["open", "pending", "resolved", "archived", "all"]]
    priority: NotRequired[Literal["urgent", "high", "normal", "low"]]
    assignee: NotRequired[str]
    """An agent's id, or the word `unassigned`."""
    group: NotRequired[str]
    channel: NotRequired[Literal["email", "chat", "widget", "api", "phone"]]
    tag: NotRequired[str]
    contact: NotRequired[str]
    """A contact's id or email address, ignoring case. An unknown contact matches no ticket."""
    mailbox: NotRequired[str]
    """Only tickets whose first mail came to this mailbox."""
    ai_intent: NotRequired[Intent]
    created_after: NotRequired[str]
    """Only resources created strictly after this date (midnight UTC) or timestamp."""
    created_before: NotRequired[str]
    """Only resources created strictly before this date (midnight UTC) or timestamp."""
    updated_after: NotRequired[str]
    """Only resources updated strictly after this date (midnight UTC) or timestamp."""
    updated_before: NotRequired[str]
    """Only resources updated strictly before this date (midnight UTC) or timestamp."""
    waiting: NotRequired[Literal["true", "false"]]
    """`true`: only tickets whose customer waits for an answer; `false`: only the others."""
    external_id: NotRequired[str]
    """The id that your own system gave it."""
    merged_into: NotRequired[str]
    """Only tickets that were merged into this one. Without it, and without `external_id`, no merged ticket is listed."""
    q: NotRequired[str]
    """Words of the subject, the messages, the contact and the tags, in any language. All must be there; `'several words'` one behind the other; `-word` must not."""
    sort: NotRequired[Literal["created_at:asc", "created_at:desc", "updated_at:asc", "updated_at:desc", "resolved_at:asc", "resolved_at:desc", "priority:asc", "priority:desc"]]
    limit: NotRequired[int]
    """Maximum results per page; a page ends early at 8 MiB, with `has_more` true."""
    cursor: NotRequired[str]
    """The `next_cursor` of the previous page, with the same filters and the same sort."""


class CreateTicketQuery(TypedDict):
    upsert: NotRequired[Literal["external_id"]]
    """Changes the ticket that has the body's `external_id`, if there is one: its subject, and the priority, assignee, group, tags and custom attributes that are given. The response has the status 200 then."""


class SearchTicketsQuery(TypedDict):
    status: NotRequired[Literal["open", "pending", "resolved", "archived", "all"]]
    priority: NotRequired[Literal["urgent", "high", "normal", "low"]]
    assignee: NotRequired[str]
    """An agent's id, or the word `unassigned`."""
    group: NotRequired[str]
    channel: NotRequired[Literal["email", "chat", "widget", "api", "phone"]]
    tag: NotRequired[str]
    contact: NotRequired[str]
    """A contact's id or email address, ignoring case. An unknown contact matches no ticket."""
    mailbox: NotRequired[str]
    """Only tickets whose first mail came to this mailbox."""
    ai_intent: NotRequired[Intent]
    created_after: NotRequired[str]
    """Only resources created strictly after this date (midnight UTC) or timestamp."""
    created_before: NotRequired[str]
    """Only resources created strictly before this date (midnight UTC) or timestamp."""
    updated_after: NotRequired[str]
    """Only resources updated strictly after this date (midnight UTC) or timestamp."""
    updated_before: NotRequired[str]
    """Only resources updated strictly before this date (midnight UTC) or timestamp."""
    waiting: NotRequired[Literal["true", "false"]]
    """`true`: only tickets whose customer waits for an answer; `false`: only the others."""
    external_id: NotRequired[str]
    """The id that your own system gave it."""
    merged_into: NotRequired[str]
    """Only tickets that were merged into this one. Without it, and without `external_id`, no merged ticket is listed."""
    q: str
    """Words of the subject, the messages, the contact and the tags, in any language. All must be there; `'several words'` one behind the other; `-word` must not."""
    sort: NotRequired[Literal["relevance:desc", "created_at:asc", "created_at:desc", "updated_at:asc", "updated_at:desc", "resolved_at:asc", "resolved_at:desc", "priority:asc", "priority:desc"]]
    """By relevance, the newest 100 tickets that match are sorted; older ones follow, newest first."""
    limit: NotRequired[int]
    """Maximum results per page; a page ends early at 8 MiB, with `has_more` true."""
    cursor: NotRequired[str]
    """The `next_cursor` of the previous page, with the same filters and the same sort."""


GetFiguresQuery = TypedDict(
    "GetFiguresQuery",
    {
        "from": "NotRequired[str]",
        "to": "NotRequired[str]",
    },
)


class ListBulkResultsQuery(TypedDict):
    status: NotRequired[Literal["pending", "changed", "unchanged", "failed", "all"]]
    limit: NotRequired[int]
    """Maximum results per page; a page ends early at 8 MiB, with `has_more` true."""
    cursor: NotRequired[str]
    """The `next_cursor` of the previous page, with the same filters and the same sort."""


class ExportTicketsQuery(TypedDict):
    status: NotRequired[Literal["open", "pending", "resolved", "archived", "all"]]
    priority: NotRequired[Literal["urgent", "high", "normal", "low"]]
    assignee: NotRequired[str]
    """An agent's id, or the word `unassigned`."""
    group: NotRequired[str]
    channel: NotRequired[Literal["email", "chat", "widget", "api", "phone"]]
    tag: NotRequired[str]
    contact: NotRequired[str]
    """A contact's id or email address, ignoring case. An unknown contact matches no ticket."""
    mailbox: NotRequired[str]
    """Only tickets whose first mail came to this mailbox."""
    ai_intent: NotRequired[Intent]
    created_after: NotRequired[str]
    """Only resources created strictly after this date (midnight UTC) or timestamp."""
    created_before: NotRequired[str]
    """Only resources created strictly before this date (midnight UTC) or timestamp."""
    updated_after: NotRequired[str]
    """Only resources updated strictly after this date (midnight UTC) or timestamp."""
    updated_before: NotRequired[str]
    """Only resources updated strictly before this date (midnight UTC) or timestamp."""
    waiting: NotRequired[Literal["true", "false"]]
    """`true`: only tickets whose customer waits for an answer; `false`: only the others."""
    external_id: NotRequired[str]
    """The id that your own system gave it."""
    merged_into: NotRequired[str]
    """Only tickets that were merged into this one. Without it, and without `external_id`, no merged ticket is listed."""
    q: NotRequired[str]
    """Words of the subject, the messages, the contact and the tags, in any language. All must be there; `'several words'` one behind the other; `-word` must not."""
    cursor: NotRequired[str]
    """The `cursor` of the last line that was read, with the same filters."""


class ListTicketMessagesQuery(TypedDict):
    type: NotRequired[Literal["inbound", "outbound", "note"]]
    limit: NotRequired[int]
    """Maximum results per page; a page ends early at 8 MiB, with `has_more` true."""
    cursor: NotRequired[str]
    """The `next_cursor` of the previous page, with the same filters and the same sort."""


class ApplyMacroQuery(TypedDict):
    preview: NotRequired[Literal["true", "false"]]
    """`true`: the response shows what would be, and nothing changes."""


class ListConversationsQuery(TypedDict):
    status: NotRequired[Literal["open", "pending", "resolved", "archived", "all"]]
    priority: NotRequired[Literal["urgent", "high", "normal", "low"]]
    assignee: NotRequired[str]
    """An agent's id, or the word `unassigned`."""
    group: NotRequired[str]
    channel: NotRequired[Literal["email", "chat", "widget", "api", "phone"]]
    tag: NotRequired[str]
    contact: NotRequired[str]
    """A contact's id or email address, ignoring case. An unknown contact matches no ticket."""
    mailbox: NotRequired[str]
    """Only tickets whose first mail came to this mailbox."""
    ai_intent: NotRequired[Intent]
    created_after: NotRequired[str]
    """Only resources created strictly after this date (midnight UTC) or timestamp."""
    created_before: NotRequired[str]
    """Only resources created strictly before this date (midnight UTC) or timestamp."""
    updated_after: NotRequired[str]
    """Only resources updated strictly after this date (midnight UTC) or timestamp."""
    updated_before: NotRequired[str]
    """Only resources updated strictly before this date (midnight UTC) or timestamp."""
    waiting: NotRequired[Literal["true", "false"]]
    """`true`: only tickets whose customer waits for an answer; `false`: only the others."""
    external_id: NotRequired[str]
    """The id that your own system gave it."""
    merged_into: NotRequired[str]
    """Only tickets that were merged into this one. Without it, and without `external_id`, no merged ticket is listed."""
    q: NotRequired[str]
    """Words of the subject, the messages, the contact and the tags, in any language. All must be there; `'several words'` one behind the other; `-word` must not."""
    sort: NotRequired[Literal["created_at:asc", "created_at:desc", "updated_at:asc", "updated_at:desc", "resolved_at:asc", "resolved_at:desc", "priority:asc", "priority:desc"]]
    limit: NotRequired[int]
    """Maximum results per page; a page ends early at 8 MiB, with `has_more` true."""
    cursor: NotRequired[str]
    """The `next_cursor` of the previous page, with the same filters and the same sort."""


class ListConversationMessagesQuery(TypedDict):
    type: NotRequired[Literal["inbound", "outbound", "note"]]
    limit: NotRequired[int]
    """Maximum results per page; a page ends early at 8 MiB, with `has_more` true."""
    cursor: NotRequired[str]
    """The `next_cursor` of the previous page, with the same filters and the same sort."""


class ListArticlesQuery(TypedDict):
    status: NotRequired[Literal["published", "draft", "archived", "all"]]
    """All but archived articles by default."""
    tag: NotRequired[str]
    external_id: NotRequired[str]
    """The id that your own system gave it."""
    q: NotRequired[str]
    """Up to ten words of the title or parts of them, in any order, ignoring case."""
    created_after: NotRequired[str]
    """Only resources created strictly after this date (midnight UTC) or timestamp."""
    created_before: NotRequired[str]
    """Only resources created strictly before this date (midnight UTC) or timestamp."""
    sort: NotRequired[Literal["created_at:asc", "created_at:desc", "updated_at:asc", "updated_at:desc", "title:asc", "title:desc", "retrieval_count:asc", "retrieval_count:desc"]]
    limit: NotRequired[int]
    """Maximum results per page; a page ends early at 8 MiB, with `has_more` true."""
    cursor: NotRequired[str]
    """The `next_cursor` of the previous page, with the same filters and the same sort."""


class CreateArticleQuery(TypedDict):
    upsert: NotRequired[Literal["external_id"]]
    """Changes the article that has the body's `external_id`, if there is one: its title and body, and the tags and status that are given. The response has the status 200 then."""


class SearchArticlesQuery(TypedDict):
    include: NotRequired[Literal["candidates"]]
    """Also returns the articles that were ranked and are not among the results. Needs the scope `knowledge:write` as well."""


class ListGapsQuery(TypedDict):
    status: NotRequired[Literal["open", "resolved", "all"]]
    sort: NotRequired[Literal["frequency:asc", "frequency:desc", "last_seen_at:asc", "last_seen_at:desc", "first_seen_at:asc", "first_seen_at:desc"]]
    limit: NotRequired[int]
    """Maximum results per page; a page ends early at 8 MiB, with `has_more` true."""
    cursor: NotRequired[str]
    """The `next_cursor` of the previous page, with the same filters and the same sort."""


class ListKnowledgeTestsQuery(TypedDict):
    passed: NotRequired[Literal["true", "false"]]
    sort: NotRequired[Literal["created_at:asc", "created_at:desc"]]
    limit: NotRequired[int]
    """Maximum results per page; a page ends early at 8 MiB, with `has_more` true."""
    cursor: NotRequired[str]
    """The `next_cursor` of the previous page, with the same filters and the same sort."""


class ListEventsQuery(TypedDict):
    types: NotRequired[str]
    """Only these types; `ticket.*` for all of a kind."""
    after: NotRequired[int]
    """Only events with a higher sequence."""
    sort: NotRequired[Literal["sequence:asc", "sequence:desc"]]
    limit: NotRequired[int]
    """Maximum results per page; a page ends early at 8 MiB, with `has_more` true."""
    cursor: NotRequired[str]
    """The `next_cursor` of the previous page, with the same filters and the same sort."""
    resource: NotRequired[str]
    """Only events of the resource with this id."""


class StreamEventsQuery(TypedDict):
    after: NotRequired[int]
    """Only events with a higher sequence."""
    types: NotRequired[str]
    """Only these types; `ticket.*` for all of a kind."""
    presence: NotRequired[Literal["true", "false"]]
    """Also reports which agents are in which conversations. Needs the scope `tickets:read`, too."""


class ListTicketEventsQuery(TypedDict):
    types: NotRequired[str]
    """Only these types; `ticket.*` for all of a kind."""
    after: NotRequired[int]
    """Only events with a higher sequence."""
    sort: NotRequired[Literal["sequence:asc", "sequence:desc"]]
    limit: NotRequired[int]
    """Maximum results per page; a page ends early at 8 MiB, with `has_more` true."""
    cursor: NotRequired[str]
    """The `next_cursor` of the previous page, with the same filters and the same sort."""


class ListContactsQuery(TypedDict):
    email: NotRequired[str]
    """One of the contact's addresses, ignoring case."""
    external_id: NotRequired[str]
    """The id that your own system gave it."""
    q: NotRequired[str]
    """A part of the name, of an address or of the external id, ignoring case."""
    created_after: NotRequired[str]
    """Only resources created strictly after this date (midnight UTC) or timestamp."""
    created_before: NotRequired[str]
    """Only resources created strictly before this date (midnight UTC) or timestamp."""
    sort: NotRequired[Literal["created_at:asc", "created_at:desc", "name:asc", "name:desc", "last_seen_at:asc", "last_seen_at:desc"]]
    limit: NotRequired[int]
    """Maximum results per page; a page ends early at 8 MiB, with `has_more` true."""
    cursor: NotRequired[str]
    """The `next_cursor` of the previous page, with the same filters and the same sort."""


class ListAgentsQuery(TypedDict):
    status: NotRequired[Literal["active", "deactivated", "all"]]
    sort: NotRequired[Literal["created_at:asc", "created_at:desc", "name:asc", "name:desc"]]
    limit: NotRequired[int]
    """Maximum results per page; a page ends early at 8 MiB, with `has_more` true."""
    cursor: NotRequired[str]
    """The `next_cursor` of the previous page, with the same filters and the same sort."""


class ListGroupsQuery(TypedDict):
    status: NotRequired[Literal["active", "deactivated", "all"]]
    sort: NotRequired[Literal["created_at:asc", "created_at:desc", "name:asc", "name:desc"]]
    limit: NotRequired[int]
    """Maximum results per page; a page ends early at 8 MiB, with `has_more` true."""
    cursor: NotRequired[str]
    """The `next_cursor` of the previous page, with the same filters and the same sort."""


class ListAttributesQuery(TypedDict):
    sort: NotRequired[Literal["key:asc", "key:desc"]]
    limit: NotRequired[int]
    """Maximum results per page; a page ends early at 8 MiB, with `has_more` true."""
    cursor: NotRequired[str]
    """The `next_cursor` of the previous page, with the same filters and the same sort."""


class ListKeysQuery(TypedDict):
    status: NotRequired[Literal["active", "revoked", "all"]]
    sort: NotRequired[Literal["created_at:asc", "created_at:desc"]]
    limit: NotRequired[int]
    """Maximum results per page; a page ends early at 8 MiB, with `has_more` true."""
    cursor: NotRequired[str]
    """The `next_cursor` of the previous page, with the same filters and the same sort."""


class ListMacrosQuery(TypedDict):
    sort: NotRequired[Literal["created_at:asc", "created_at:desc", "name:asc", "name:desc"]]
    limit: NotRequired[int]
    """Maximum results per page; a page ends early at 8 MiB, with `has_more` true."""
    cursor: NotRequired[str]
    """The `next_cursor` of the previous page, with the same filters and the same sort."""


class ListMailboxesQuery(TypedDict):
    sort: NotRequired[Literal["created_at:asc", "created_at:desc", "address:asc", "address:desc"]]
    limit: NotRequired[int]
    """Maximum results per page; a page ends early at 8 MiB, with `has_more` true."""
    cursor: NotRequired[str]
    """The `next_cursor` of the previous page, with the same filters and the same sort."""


class ListQuarantinedMailsQuery(TypedDict):
    sort: NotRequired[Literal["received_at:asc", "received_at:desc"]]
    limit: NotRequired[int]
    """Maximum results per page; a page ends early at 8 MiB, with `has_more` true."""
    cursor: NotRequired[str]
    """The `next_cursor` of the previous page, with the same filters and the same sort."""


class ListAccountsQuery(TypedDict):
    limit: NotRequired[int]
    """Maximum results per page; a page ends early at 8 MiB, with `has_more` true."""
    cursor: NotRequired[str]
    """The `next_cursor` of the previous page, with the same filters and the same sort."""


class ListAuditEventsQuery(TypedDict):
    agent_id: NotRequired[str]
    sort: NotRequired[Literal["created_at:desc"]]
    limit: NotRequired[int]
    """Maximum results per page; a page ends early at 8 MiB, with `has_more` true."""
    cursor: NotRequired[str]
    """The `next_cursor` of the previous page, with the same filters and the same sort."""


class ListWebhooksQuery(TypedDict):
    sort: NotRequired[Literal["created_at:asc", "created_at:desc"]]
    limit: NotRequired[int]
    """Maximum results per page; a page ends early at 8 MiB, with `has_more` true."""
    cursor: NotRequired[str]
    """The `next_cursor` of the previous page, with the same filters and the same sort."""


class ListDeliveriesQuery(TypedDict):
    status: NotRequired[Literal["pending", "delivered", "failed", "all"]]
    sort: NotRequired[Literal["created_at:asc", "created_at:desc"]]
    limit: NotRequired[int]
    """Maximum results per page; a page ends early at 8 MiB, with `has_more` true."""
    cursor: NotRequired[str]
    """The `next_cursor` of the previous page, with the same filters and the same sort."""


Intent: TypeAlias = "Literal[\"order_place\", \"order_status\", \"order_cancel\", \"order_change\", \"shipping_info\", \"address_change\", \"refund_request\", \"refund_status\", \"refund_policy\", \"invoice_billing\", \"charge_dispute\", \"payment_problem\", \"payment_methods\", \"account_create\", \"account_access\", \"account_verify\", \"account_update\", \"account_close\", \"product_info\", \"promotions\", \"technical_issue\", \"fraud_security\", \"complaint_feedback\", \"contact_support\", \"small_talk\", \"other\"]"

ExportLine: TypeAlias = "ExportLineOption1 | ExportLineOption2"
