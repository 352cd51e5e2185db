import { setTimeout as sleep } from "node:timers/promises";
import {
	announceHere,
	announceRows,
	watchRows,
} from "@supportdesk/pg/row-watch.ts";
import {
	inTransaction,
	read,
	runOutsideWorkspaces,
} from "@supportdesk/pg/transaction.ts";
import { untraced } from "@supportdesk/tracing/span.ts";
import type { Deps } from "../deps.ts";
import { eventJson } from "../domain/event.ts";
import { DELIVERY_ROWS } from "../store/deliveries.ts";
import {
	type Claimed,
	claimDue,
	ENTER_AS_DELIVERER,
	saveAttempt,
	selectOutgoing,
} from "../store/due-deliveries.ts";
import { selectEvent } from "../store/events.ts";
import { attempt, type Outgoing } from "./attempt.ts";
import { disable } from "./disable.ts";
import { secretOf } from "./signature.ts";

type DeliverDeps = Pick<
	Deps,
	"db" | "clock" | "log" | "network" | "secretsKey" | "metrics"
>;

// Those of other processes are announced; of what becomes due, only that of this process's own attempts.
const LOOKS = { quickMs: 150, quickLooks: 3, idleMs: 5_000 };
const SOON_MS = 60_000; // seconds do not matter to what becomes due later
const POLL_BUSY_MS = 20; // more may be due than was claimed: a delivery that ends makes room for another one
const CLAIM_MS = 60_000; // four times what an attempt takes at the most
const PER_WEBHOOK = 8; // an endpoint that hangs holds so many connections of a process, and one when it has failed
const IN_PROGRESS_MAX = 500;
const CLAIMED_MAX = 50; // at once: their sizes are unknown until they are read
const BYTES_MAX = 64 * 1024 * 1024; // of bodies in progress; no other delivery is begun above it

/**
 * Delivers what is due until stopped. Every webhook has its own share of what is in progress, so that one that hangs or
 * fails holds up no other.
 */
export function deliverDue(deps: DeliverDeps): { stop(): Promise<void> } {
	const stopping = new AbortController();
	const { signal } = stopping;
	const busy = new Map<string, number>();
	const rows = watchRows(DELIVERY_ROWS, LOOKS);
	let bytes = 0;
	const inProgress = new Set<Promise<void>>();
	const start = ({ workspaceId, webhookId, id }: Claimed) => {
		busy.set(webhookId, (busy.get(webhookId) ?? 0) + 1);
		const count = (difference: number) => {
			bytes += difference;
		};
		const delivering = deliver(deps, workspaceId, id, count)
			.catch((err) => deps.log.warn({ err }, "delivery not attempted"))
			.finally(() => {
				const left = busy.get(webhookId)! - 1;
				if (left > 0) busy.set(webhookId, left);
				else busy.delete(webhookId);
				inProgress.delete(delivering);
				announceRows(DELIVERY_ROWS); // another one may have its share now
			});
		inProgress.add(delivering);
	};
	const run = async () => {
		while (!signal.aborted) {
			const slots = Math.min(IN_PROGRESS_MAX - inProgress.size, CLAIMED_MAX);
			const room = bytes > BYTES_MAX ? 0 : slots;
			const claimed = await untraced(() => claim(deps, busy, room)).catch(
				(err) => {
					deps.log.warn({ err }, "due deliveries not read");
					return [];
				},
			);
			claimed.forEach(start);
			if (claimed.length > 0)
				await sleep(POLL_BUSY_MS, undefined, { signal }).catch(() => {});
			else await rows.next(false, signal);
		}
		rows.stop();
		await Promise.all(inProgress);
	};
	const done = run();
	return {
		stop() {
			stopping.abort();
			return done;
		},
	};
}

async function claim(
	{ db, clock }: DeliverDeps,
	busy: ReadonlyMap<string, number>,
	room: number,
): Promise<Claimed[]> {
	if (room <= 0) return [];
	const [, claimed] = await runOutsideWorkspaces(db, [
		ENTER_AS_DELIVERER,
		claimDue(clock.now(), CLAIM_MS, busy, PER_WEBHOOK, room),
	]);
	return claimed.rows;
}

/**
 * Attempts a claimed delivery and stores its outcome.
 *
 * @param countBytes is called with the size of the body, and with its negative when it is no longer needed.
 */
async function deliver(
	deps: DeliverDeps,
	workspaceId: string,
	deliveryId: string,
	countBytes: (difference: number) => void,
): Promise<void> {
	const { db, clock, network, metrics } = deps;
	const startedAt = clock.now();
	const outgoing = await readOutgoing(deps, workspaceId, deliveryId);
	if (!outgoing) return; // disabled or deleted since it was claimed
	countBytes(outgoing.body.length);
	const outcome = await attempt(outgoing, startedAt, network);
	countBytes(-outgoing.body.length);
	const dueAt =
		outcome.waitMs === undefined
			? undefined
			: new Date(clock.now().getTime() + outcome.waitMs);
	await inTransaction(db, workspaceId, async (tx) => {
		tx.defer(
			saveAttempt(workspaceId, deliveryId, outcome.status, dueAt, {
				...outcome,
				number: outgoing.attemptsBefore + 1,
				startedAt,
			}),
		);
		if (outcome.isGone) {
			const { webhookId } = outgoing;
			await disable(tx, workspaceId, webhookId, "gone", clock.now(), metrics);
		}
	});
	metrics.attempt(outcome.status);
	const { waitMs = SOON_MS } = outcome;
	if (waitMs < SOON_MS)
		setTimeout(() => announceHere(DELIVERY_ROWS), waitMs).unref();
}

async function readOutgoing(
	{ db, clock, secretsKey }: DeliverDeps,
	workspaceId: string,
	deliveryId: string,
): Promise<(Outgoing & { readonly webhookId: string }) | undefined> {
	const [delivery] = await read(
		db,
		workspaceId,
		selectOutgoing(workspaceId, deliveryId, clock.now()),
	);
	if (!delivery) return undefined;
	const body =
		delivery.body ?? (await readEvent(db, workspaceId, delivery.eventId));
	if (body === undefined) return undefined; // the event is older than events are kept
	const { webhookId, secretVersion: version } = delivery;
	const versions = delivery.isRotating ? [version, version - 1] : [version];
	return {
		...delivery,
		body,
		secrets: versions.map((each) => secretOf(secretsKey, webhookId, each)),
	};
}

async function readEvent(
	db: Deps["db"],
	workspaceId: string,
	eventId: string,
): Promise<string | undefined> {
	const [event] = await read(
		db,
		workspaceId,
		selectEvent(workspaceId, eventId),
	);
	return event && eventJson(event);
}
