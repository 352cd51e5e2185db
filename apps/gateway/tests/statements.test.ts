import { checkStore, type Samples } from "@supportdesk/pg/check-store.ts";
import { expect, it, onTestFinished } from "vitest";
import { createKeyDatabase } from "./gateway.ts";

const NOW = "2026-11-20T09:30:00.000Z";

const SAMPLES = {
	"api-keys.ts": {
		presentKey: [["hash"]],
		selectOwnKey: [["wsp_1", "key_1"]],
		selectApiKey: [["hash"]],
		selectAuthority: [["wsp_1", "key_1", "hash", NOW]],
		countValidKeys: [["wsp_1", NOW]],
	} satisfies Samples<typeof import("../src/store/api-keys.ts")>,
	"last-use.ts": {
		updateLastUse: [["wsp_1", ["key_1"], new Date(0)]],
	} satisfies Samples<typeof import("../src/store/last-use.ts")>,
	"presence.ts": {
		notifyPresence: [["[]"]],
	} satisfies Samples<typeof import("../src/store/presence.ts")>,
	"own-session.ts": {
		selectOwnSession: [["wsp_1", "ses_1"]],
	} satisfies Samples<typeof import("../src/store/own-session.ts")>,
};

it("reads the columns that its statements return", async () => {
	const database = await createKeyDatabase();
	onTestFinished(() => database.close());
	const folder = new URL("../src/store/", import.meta.url);
	const differences = await checkStore(
		database.url,
		"gateway",
		folder,
		SAMPLES,
	);
	expect(differences).toEqual([]);
});
