// Generated from the option supportdesk.rpc.v1.policy of each method by `npm run codegen`. Do not edit.

/** How long callers of a method wait at most, and how often they send a call whose connection is lost. */
export interface MethodPolicy {
  readonly timeoutMs: number;
  /** The first one included. */
  readonly attempts: number;
}

const POLICY_READ: MethodPolicy = { timeoutMs: 5000, attempts: 3 };
const POLICY_SEARCH: MethodPolicy = { timeoutMs: 3000, attempts: 3 };
const POLICY_WRITE: MethodPolicy = { timeoutMs: 10000, attempts: 2 };
const POLICY_LONG: MethodPolicy = { timeoutMs: 60000, attempts: 2 };
const POLICY_UPLOAD: MethodPolicy = { timeoutMs: 25000, attempts: 1 };

/** The policies of all methods by their paths. */
export const METHOD_POLICIES = {
  "/supportdesk.ai.v1.AiService/Classify": POLICY_READ,
  "/supportdesk.ai.v1.AiService/Embed": POLICY_READ,
  "/supportdesk.ai.v1.AiService/WriteDraft": POLICY_LONG,
  "/supportdesk.ai.v1.AiService/Train": POLICY_LONG,
  "/supportdesk.ai.v1.AiService/LoadModel": POLICY_WRITE,
  "/supportdesk.events.v1.EventsService/ListEvents": POLICY_READ,
  "/supportdesk.events.v1.EventsService/GetEvent": POLICY_READ,
  "/supportdesk.events.v1.EventsService/FindNextEvents": POLICY_READ,
  "/supportdesk.events.v1.EventsService/CreateWebhook": POLICY_WRITE,
  "/supportdesk.events.v1.EventsService/GetWebhook": POLICY_READ,
  "/supportdesk.events.v1.EventsService/ListWebhooks": POLICY_READ,
  "/supportdesk.events.v1.EventsService/UpdateWebhook": POLICY_WRITE,
  "/supportdesk.events.v1.EventsService/DeleteWebhook": POLICY_WRITE,
  "/supportdesk.events.v1.EventsService/RotateWebhook": POLICY_WRITE,
  "/supportdesk.events.v1.EventsService/TestWebhook": POLICY_WRITE,
  "/supportdesk.events.v1.EventsService/ListDeliveries": POLICY_READ,
  "/supportdesk.events.v1.EventsService/RetryDelivery": POLICY_WRITE,
  "/supportdesk.events.v1.EventsService/ReplayWebhook": POLICY_WRITE,
  "/supportdesk.knowledge.v1.KnowledgeService/CreateArticle": POLICY_WRITE,
  "/supportdesk.knowledge.v1.KnowledgeService/GetArticle": POLICY_READ,
  "/supportdesk.knowledge.v1.KnowledgeService/ListArticles": POLICY_READ,
  "/supportdesk.knowledge.v1.KnowledgeService/UpdateArticle": POLICY_WRITE,
  "/supportdesk.knowledge.v1.KnowledgeService/DeleteArticle": POLICY_WRITE,
  "/supportdesk.knowledge.v1.KnowledgeService/ArchiveArticle": POLICY_WRITE,
  "/supportdesk.knowledge.v1.KnowledgeService/Search": POLICY_SEARCH,
  "/supportdesk.knowledge.v1.KnowledgeService/ListGaps": POLICY_READ,
  "/supportdesk.knowledge.v1.KnowledgeService/FindPassages": POLICY_READ,
  "/supportdesk.knowledge.v1.KnowledgeService/ListAnsweredTickets": POLICY_READ,
  "/supportdesk.knowledge.v1.KnowledgeService/ListArticleVersions": POLICY_READ,
  "/supportdesk.knowledge.v1.KnowledgeService/ForgetTicket": POLICY_WRITE,
  "/supportdesk.knowledge.v1.KnowledgeService/EraseTickets": POLICY_WRITE,
  "/supportdesk.knowledge.v1.KnowledgeService/CollectOutbox": POLICY_WRITE,
  "/supportdesk.tickets.v1.TicketsService/CreateTicket": POLICY_WRITE,
  "/supportdesk.tickets.v1.TicketsService/GetTicket": POLICY_READ,
  "/supportdesk.tickets.v1.TicketsService/ListTickets": POLICY_READ,
  "/supportdesk.tickets.v1.TicketsService/UpdateTicket": POLICY_WRITE,
  "/supportdesk.tickets.v1.TicketsService/DeleteTicket": POLICY_WRITE,
  "/supportdesk.tickets.v1.TicketsService/RestoreTicket": POLICY_WRITE,
  "/supportdesk.tickets.v1.TicketsService/MergeTicket": POLICY_WRITE,
  "/supportdesk.tickets.v1.TicketsService/UnmergeTicket": POLICY_WRITE,
  "/supportdesk.tickets.v1.TicketsService/ImportTickets": POLICY_WRITE,
  "/supportdesk.tickets.v1.TicketsService/ExportTickets": POLICY_READ,
  "/supportdesk.tickets.v1.TicketsService/AddTags": POLICY_WRITE,
  "/supportdesk.tickets.v1.TicketsService/RemoveTag": POLICY_WRITE,
  "/supportdesk.tickets.v1.TicketsService/CreateMessage": POLICY_WRITE,
  "/supportdesk.tickets.v1.TicketsService/UploadMessage": POLICY_UPLOAD,
  "/supportdesk.tickets.v1.TicketsService/ListMessages": POLICY_READ,
  "/supportdesk.tickets.v1.TicketsService/GetAttachment": POLICY_READ,
  "/supportdesk.tickets.v1.TicketsService/GetAgent": POLICY_READ,
  "/supportdesk.tickets.v1.TicketsService/ListAgents": POLICY_READ,
  "/supportdesk.tickets.v1.TicketsService/CreateAgent": POLICY_WRITE,
  "/supportdesk.tickets.v1.TicketsService/UpdateAgent": POLICY_WRITE,
  "/supportdesk.tickets.v1.TicketsService/CreateGroup": POLICY_WRITE,
  "/supportdesk.tickets.v1.TicketsService/GetGroup": POLICY_READ,
  "/supportdesk.tickets.v1.TicketsService/ListGroups": POLICY_READ,
  "/supportdesk.tickets.v1.TicketsService/UpdateGroup": POLICY_WRITE,
  "/supportdesk.tickets.v1.TicketsService/CreateAttribute": POLICY_WRITE,
  "/supportdesk.tickets.v1.TicketsService/GetAttribute": POLICY_READ,
  "/supportdesk.tickets.v1.TicketsService/ListAttributes": POLICY_READ,
  "/supportdesk.tickets.v1.TicketsService/DeleteAttribute": POLICY_WRITE,
  "/supportdesk.tickets.v1.TicketsService/CreateContact": POLICY_WRITE,
  "/supportdesk.tickets.v1.TicketsService/GetContact": POLICY_READ,
  "/supportdesk.tickets.v1.TicketsService/ListContacts": POLICY_READ,
  "/supportdesk.tickets.v1.TicketsService/UpdateContact": POLICY_WRITE,
  "/supportdesk.tickets.v1.TicketsService/MergeContact": POLICY_WRITE,
  "/supportdesk.tickets.v1.TicketsService/DeleteContact": POLICY_WRITE,
  "/supportdesk.tickets.v1.TicketsService/CreateMailbox": POLICY_WRITE,
  "/supportdesk.tickets.v1.TicketsService/GetMailbox": POLICY_READ,
  "/supportdesk.tickets.v1.TicketsService/ListMailboxes": POLICY_READ,
  "/supportdesk.tickets.v1.TicketsService/UpdateMailbox": POLICY_WRITE,
  "/supportdesk.tickets.v1.TicketsService/DeleteMailbox": POLICY_WRITE,
  "/supportdesk.tickets.v1.TicketsService/GetDraft": POLICY_READ,
  "/supportdesk.tickets.v1.TicketsService/ApproveDraft": POLICY_WRITE,
  "/supportdesk.tickets.v1.TicketsService/NotifyAgent": POLICY_WRITE,
  "/supportdesk.tickets.v1.TicketsService/DiscardDraft": POLICY_WRITE,
  "/supportdesk.tickets.v1.TicketsService/CollectOutbox": POLICY_WRITE,
} as const;
