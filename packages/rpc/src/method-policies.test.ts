import { METHOD_POLICIES } from "@supportdesk/contracts/supportdesk/rpc/v1/options.ts";
import { expect, it } from "vitest";

const READ = { timeoutMs: 5_000, attempts: 3 };
const SEARCH = { timeoutMs: 3_000, attempts: 3 };
const WRITE = { timeoutMs: 10_000, attempts: 2 };
const LONG = { timeoutMs: 60_000, attempts: 2 };
const UPLOAD = { timeoutMs: 25_000, attempts: 1 };

it.each([
	["ai.v1.AiService/Classify", READ],
	["ai.v1.AiService/Embed", READ],
	["ai.v1.AiService/WriteDraft", LONG],
	["ai.v1.AiService/Train", LONG],
	["ai.v1.AiService/LoadModel", WRITE],
	["knowledge.v1.KnowledgeService/CreateArticle", WRITE],
	["knowledge.v1.KnowledgeService/GetArticle", READ],
	["knowledge.v1.KnowledgeService/ListArticles", READ],
	["knowledge.v1.KnowledgeService/UpdateArticle", WRITE],
	["knowledge.v1.KnowledgeService/DeleteArticle", WRITE],
	["knowledge.v1.KnowledgeService/ArchiveArticle", WRITE],
	["knowledge.v1.KnowledgeService/Search", SEARCH],
	["knowledge.v1.KnowledgeService/ListGaps", READ],
	["knowledge.v1.KnowledgeService/FindPassages", READ],
	["knowledge.v1.KnowledgeService/ListAnsweredTickets", READ],
	["knowledge.v1.KnowledgeService/ListArticleVersions", READ],
	["knowledge.v1.KnowledgeService/ForgetTicket", WRITE],
	["tickets.v1.TicketsService/CreateTicket", WRITE],
	["tickets.v1.TicketsService/GetTicket", READ],
	["tickets.v1.TicketsService/ListTickets", READ],
	["tickets.v1.TicketsService/UpdateTicket", WRITE],
	["tickets.v1.TicketsService/DeleteTicket", WRITE],
	["tickets.v1.TicketsService/AddTags", WRITE],
	["tickets.v1.TicketsService/RemoveTag", WRITE],
	["tickets.v1.TicketsService/CreateMessage", WRITE],
	["tickets.v1.TicketsService/UploadMessage", UPLOAD],
	["tickets.v1.TicketsService/ListMessages", READ],
	["tickets.v1.TicketsService/GetAttachment", READ],
	["tickets.v1.TicketsService/GetDraft", READ],
	["tickets.v1.TicketsService/ApproveDraft", WRITE],
] as const)("%s has the policy it always had", (method, policy) => {
	expect(METHOD_POLICIES[`/supportdesk.${method}`]).toEqual(policy);
});
