import { createLogger } from "@supportdesk/logger/logger.ts";
import { afterAll, beforeAll, expect, it } from "vitest";
import type { Demo } from "../src/demo/demo.ts";
import { ensureMailbox } from "../src/demo/ensure-mailbox.ts";
import { startProduct, type TestProduct } from "./product.ts";

const log = createLogger({ name: "test", level: "silent" });
let product: TestProduct;

beforeAll(async () => {
	product = await startProduct({ transport: "process" });
});
afterAll(() => product.stop());

async function demoWorkspace(key?: string): Promise<Demo> {
	const workspace = await product.createWorkspace();
	const used = key ?? workspace.key;
	return {
		base_url: product.url,
		workspace_id: workspace.id,
		keys: { starter: used, growth: used, scale: used, enterprise: used },
		agents: [],
		groups: [],
		attributes: [],
		mail: null,
		mailboxes: [],
	};
}

it("gives every demo workspace a mailbox, and keeps it", async () => {
	const [first, second] = [await demoWorkspace(), await demoWorkspace()];
	const mailboxes = await ensureMailbox(first, log);
	expect(mailboxes).toMatchObject([{ address: "support@papermoss.example" }]);
	expect(await ensureMailbox({ ...first, mailboxes }, log)).toEqual(mailboxes);
	const suffix = second.workspace_id.slice(-6);
	expect(await ensureMailbox(second, log)).toMatchObject([
		{ address: `support-${suffix}@papermoss.example` },
	]);
});

it("starts without a mailbox where the demo's key may not create one", async () => {
	const { api } = await product.createWorkspace();
	const reader = { name: "reader", scopes: ["tickets:read"] };
	const created = await api.post("/v1/keys", reader);
	expect(created.status).toBe(201);
	const demo = await demoWorkspace(created.body.secret);
	expect(await ensureMailbox(demo, log)).toEqual([]);
	const unknown = await demoWorkspace("sd_unknown");
	expect(await ensureMailbox(unknown, log)).toEqual([]);
});
