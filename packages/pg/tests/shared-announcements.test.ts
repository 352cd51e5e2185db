import pg from "pg";
import { afterAll, beforeAll, expect, it, onTestFinished } from "vitest";
import { announceRows, onAnnounced } from "../src/polling/row-watch.ts";
import {
	hearAnnouncements,
	shareAnnouncements,
} from "../src/polling/shared-announcements.ts";
import { createSample, log, type Sample } from "./sample.ts";

let sample: Sample;
beforeAll(async () => {
	sample = await createSample();
});
afterAll(() => sample.drop());

async function connect(): Promise<pg.Client> {
	const client = new pg.Client(sample.url);
	await client.connect();
	onTestFinished(() => client.end());
	return client;
}

function countHere(rows: string) {
	const count = { heard: 0 };
	onTestFinished(
		onAnnounced(rows, () => {
			count.heard += 1;
		}),
	);
	return count;
}

it("notifies other processes once of what was announced together, and of the rest a second later", async () => {
	const other = await connect();
	const heard: string[][] = [];
	other.on("notification", ({ payload }) =>
		heard.push(JSON.parse(payload!).slice(1)),
	);
	await other.query("listen row_announcements");
	const shared = shareAnnouncements(sample.pool(), log);
	const alsoShared = shareAnnouncements(sample.pool(), log);
	announceRows("parcels");
	announceRows("letters");
	announceRows("parcels");
	await expect.poll(() => heard).toEqual([["parcels", "letters"]]);
	announceRows("stamps");
	await expect.poll(() => heard).toEqual([["parcels", "letters"], ["stamps"]]);
	announceRows("coins");
	await Promise.all([shared.stop(), alsoShared.stop()]);
	await expect.poll(() => heard.length).toBe(3);
});

it("announces what another process shares, and everything at first", async () => {
	const parcels = countHere("parcels");
	await hearAnnouncements(await connect());
	expect(parcels.heard).toBe(1);
	const other = await connect();
	const notify = (payload: string) =>
		other.query("select pg_notify('row_announcements', $1)", [payload]);
	await notify('["another process","letters"]');
	await notify('["another process","letters","parcels"]');
	await expect.poll(() => parcels.heard).toBe(2);
});

it("does not hear itself", async () => {
	const parcels = countHere("parcels");
	const client = await connect();
	await hearAnnouncements(client);
	const shared = shareAnnouncements(sample.pool(), log);
	announceRows("parcels");
	await shared.stop();
	await client.query("select");
	expect(parcels.heard).toBe(2);
});
