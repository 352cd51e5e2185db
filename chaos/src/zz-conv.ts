import { rm } from "node:fs/promises";
import { setTimeout as sleep } from "node:timers/promises";
import { startCluster } from "@supportdesk/cluster/cluster.ts";
import { provisionWorkspace } from "@supportdesk/cluster/provision.ts";
import { makeTempFolder } from "@supportdesk/testkit/temp-folder.ts";

const body = (n: number) => `You can ask for a refund within ${n} days of the payment. Open Settings, choose Billing and select the payment.`;
const folder = makeTempFolder("zzconv");
const cluster = await startCluster({ folder, replicas: { gateway: 1, tickets: 2 }, env: { ai: { SUPPORTDESK_MODELS_FETCH: "false" }, gateway: { DRAIN_DELAY_MS: "0" } } });
let stop = false;
const kills: Record<string, number> = {};
const victims = cluster.apps.filter((a) => !a.name.startsWith("gateway"));
const killing = (async () => {
	while (!stop) {
		await sleep(500 + Math.random() * 2000);
		const v = victims[Math.floor(Math.random() * victims.length)]!;
		kills[v.name] = (kills[v.name] ?? 0) + 1;
		await v.kill();
		for (;;) { try { await v.start(); break; } catch { await sleep(200); } }
	}
})();
const problems: string[] = [];
let round = 0;
try {
	const end = Date.now() + 240_000;
	while (Date.now() < end) {
		round++;
		const ws = await provisionWorkspace(cluster.databaseUrl, "w", { plan: "enterprise", unlimited: true });
		const send = async (method: string, path: string, json?: unknown): Promise<any> => {
			const key = crypto.randomUUID();
			for (;;) {
				try {
					const r = await fetch(cluster.urls[0] + path, { method, headers: { authorization: `Bearer ${ws.key}`, ...(json !== undefined && { "content-type": "application/json" }), ...(method === "POST" && { "idempotency-key": key }) }, body: json === undefined ? undefined : JSON.stringify(json), signal: AbortSignal.timeout(15_000) });
					const text = await r.text();
					if (r.status >= 500 || (r.status === 409 && text.includes("in_progress"))) { await sleep(100); continue; }
					return { status: r.status, body: JSON.parse(text) };
				} catch { await sleep(100); }
			}
		};
		const { body: article } = await send("POST", "/v1/knowledge/articles", { title: "Get a refund", body: body(1) });
		const A = `/v1/knowledge/articles/${article.id}`;
		const tickets: string[] = []; let n = 1;
		const sent = new Map<string, number>();
		const makes = (async () => { for (let i = 0; i < 6; i++) { tickets.push((await send("POST", "/v1/tickets", { subject: "Refund", body: "How can I get a refund for my payment?", contact: { email: "fay@example.com" } })).body.id); await sleep(Math.random() * 250); } })();
		const approvals: Promise<void>[] = [];
		for (let i = 0; i < 6; i++) {
			await sleep(Math.random() * 500);
			const k = Math.floor(Math.random() * 3);
			if (k === 0) await send("PATCH", A, { body: body(++n) });
			if (k === 1) { await send("POST", `${A}/archive`); await sleep(Math.random() * 300); await send("PATCH", A, { status: "published" }); }
			if (k === 2) { await send("PATCH", A, { status: "draft" }); await sleep(Math.random() * 900); await send("PATCH", A, { status: "published", body: body(++n) }); }
			if (tickets.length) {
				const id = tickets[Math.floor(Math.random() * tickets.length)]!;
				await send("PATCH", `/v1/tickets/${id}`, { status: ["open", "resolved", "pending"][i % 3] });
				if (i % 2) for (let j = 0; j < 3; j++) approvals.push(send("POST", `/v1/conversations/${id}/ai-draft/approve`).then((r) => { if (r.status === 200) sent.set(id, (sent.get(id) ?? 0) + 1); }));
			}
		}
		await makes; await Promise.all(approvals);
		for (const id of tickets) await send("PATCH", `/v1/tickets/${id}`, { status: "open" });
		const t0 = Date.now();
		for (const id of tickets) {
			for (;;) {
				const d = (await send("GET", `/v1/conversations/${id}/ai-draft`)).body;
				const c = (await send("GET", `/v1/conversations/${id}`)).body;
				const mails = c.messages.filter((m: any) => m.ai_generated).length;
				if (mails !== (sent.get(id) ?? 0) || mails > 1) { problems.push(`round ${round} sent ${mails} ok ${sent.get(id)}`); break; }
				if (mails === 1 && d.status === "approved") break;
				if (d.status === "ready" && d.body.includes(`within ${n} days`) && c.ai.draft_id === d.id && c.ai.suggested_articles.length === 1) break;
				if (Date.now() - t0 > 100_000) { problems.push(`round ${round} n ${n} ${JSON.stringify(d)} ${JSON.stringify(c.ai)} ${c.status} ${JSON.stringify((await send("GET", "/v1/knowledge/gaps?status=all")).body.data)}`); break; }
				await sleep(100);
			}
		}
		console.log("round", round, Date.now() - t0, "ms", problems.length);
	}
} finally {
	stop = true; await killing;
	console.log(round, kills, problems.length); for (const p of problems) console.log(p);
	await cluster.stop(); await rm(folder, { recursive: true, force: true });
}
process.exit(0);
