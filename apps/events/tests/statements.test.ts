import { checkStore, type Samples } from "@supportdesk/pg/check-store.ts";
import { expect, it } from "vitest";
import type { Webhook } from "../src/domain/webhook.ts";
import { givenDatabase } from "./given.ts";

const NOW = new Date("2026-11-21T09:30:00.000Z");
const AT = NOW.toISOString();
const WEBHOOK: Webhook = {
	id: "whk_1",
	url: "https://hooks.example/",
	types: ["ticket.*"],
	description: "",
	enabled: true,
	disabledReason: null,
	createdAt: AT,
	updatedAt: AT,
};
const DELIVERY = {
	id: "dlv_1",
	webhookId: "whk_1",
	eventId: "evt_1",
	eventType: "ticket.created",
};
const ALL = {
	types: [],
	resourceId: undefined,
	ticketId: undefined,
	after: 0,
	before: undefined,
};
const POSITION = { value: AT, id: "whk_1" };
const ATTEMPT = {
	number: 1,
	startedAt: NOW,
	durationMs: 1,
	statusCode: 204,
	error: undefined,
	responseBody: "",
};

const COLLECTED = {
	id: "evt_1",
	type: "ticket.created",
	createdAt: AT,
	actorType: "system",
	actorId: "",
	requestId: "",
	resourceType: "ticket",
	resourceId: "tkt_1",
	ticketId: "tkt_1",
	contactId: "",
	objectJson: "{}",
	previousJson: "null",
};

const DISABLED = {
	id: "whk_1",
	url: "https://hooks.example/",
	reason: "gone",
	ownerId: "usr_1",
	noticeId: "evt_1",
} as const;

const SAMPLES = {
	"append.ts": {
		eraseContacts: [["wsp_1", ["con_1"], 10]],
		appendEvents: [["wsp_1", [COLLECTED], [DELIVERY], NOW]],
		selectLastSequence: [["wsp_1"]],
		deleteEventsBefore: [["wsp_1", NOW, 10]],
	} satisfies Samples<typeof import("../src/store/append.ts")>,
	"deliveries.ts": {
		selectDelivery: [["wsp_1", "whk_1", "dlv_1"]],
		selectDeliveryPage: [
			["wsp_1", "whk_1", "pending", "asc", 10, POSITION],
			["wsp_1", "whk_1", undefined, "desc", 10, undefined],
		],
		insertDeliveries: [["wsp_1", [DELIVERY], NOW]],
		retryDelivery: [["wsp_1", "dlv_1", NOW]],
		selectReplayed: [["wsp_1", ["ticket.created"], 0, 10]],
		deleteDeliveriesBefore: [["wsp_1", NOW, 10]],
	} satisfies Samples<typeof import("../src/store/deliveries.ts")>,
	"due-deliveries.ts": {
		claimDue: [[NOW, 1_000, new Map([["whk_1", 1]]), 8, 100]],
		selectOutgoing: [["wsp_1", "dlv_1", NOW]],
		saveAttempt: [["wsp_1", "dlv_1", "pending", NOW, ATTEMPT]],
	} satisfies Samples<typeof import("../src/store/due-deliveries.ts")>,
	"events.ts": {
		selectEvent: [["wsp_1", "evt_1"]],
		selectEvents: [
			["wsp_1", ALL, "asc", 10],
			["wsp_1", { ...ALL, types: ["ticket.created"], before: 9 }, "desc", 10],
			["wsp_1", { ...ALL, types: ["a"], resourceId: "tkt_1" }, "asc", 10],
			["wsp_1", { ...ALL, ticketId: "tkt_1" }, "asc", 10],
		],
	} satisfies Samples<typeof import("../src/store/events.ts")>,
	"disabled-webhooks.ts": {
		disableWebhook: [["wsp_1", "whk_1", "gone", "evt_1", NOW]],
		selectFailing: [[NOW]],
		lockFailing: [["wsp_1", "whk_1", NOW, 1_000]],
		selectDueNotices: [[NOW]],
		claimNotice: [["wsp_1", "whk_1", NOW, NOW]],
		finishNotice: [["wsp_1", DISABLED]],
	} satisfies Samples<typeof import("../src/store/disabled-webhooks.ts")>,
	"webhooks.ts": {
		selectWebhook: [["wsp_1", "whk_1"]],
		lockWebhook: [["wsp_1", "whk_1"]],
		insertWebhook: [["wsp_1", WEBHOOK, "usr_1"]],
		updateWebhook: [["wsp_1", WEBHOOK]],
		deleteWebhook: [["wsp_1", "whk_1"]],
		rotateSecret: [["wsp_1", "whk_1", NOW, AT]],
		selectSubscriptions: [["wsp_1"]],
		selectWebhookPage: [
			["wsp_1", "asc", 10, POSITION],
			["wsp_1", "desc", 10, undefined],
		],
	} satisfies Samples<typeof import("../src/store/webhooks.ts")>,
};

it("reads the columns that its statements return", async () => {
	const url = await givenDatabase();
	const folder = new URL("../src/store/", import.meta.url);
	expect(await checkStore(url, "events", folder, SAMPLES)).toEqual([]);
});
