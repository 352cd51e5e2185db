import { checkStore, type Samples } from "@supportdesk/pg/check-store.ts";
import { expect, it, onTestFinished } from "vitest";
import { createKeyDatabase } from "./gateway.ts";

const SAMPLES = {
	"api-keys.ts": {
		presentKey: [["hash"]],
		updateOwnerDeactivation: [["wsp_1", "usr_1", null]],
		selectOwnKey: [["wsp_1", "key_1"]],
		selectApiKey: [["hash"]],
	} satisfies Samples<typeof import("../src/store/api-keys.ts")>,
	"last-use.ts": {
		updateLastUse: [["wsp_1", ["key_1"], new Date(0)]],
	} satisfies Samples<typeof import("../src/store/last-use.ts")>,
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
