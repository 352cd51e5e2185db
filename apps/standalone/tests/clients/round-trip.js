// A program of an integrator; each runtime runs it with the installed package.

/** @param {typeof import("@supportdesk/client")} client */
export async function roundTrip(client, baseUrl, apiKey) {
	const { createDesk, NotFoundError, toAttachment, verifyWebhook } = client;
	const desk = createDesk({ baseUrl, apiKey });
	const email = `${crypto.randomUUID()}@customer.example`;
	const ticket = await desk.tickets.create({
		...{ subject: "Größe 𝟞", body: "Does it fit?" },
		contact: { email },
	});
	const file = await toAttachment("a.txt", new Blob(["ä"]), "text/plain");
	const reply = await desk.messages.create(ticket.id, {
		...{ type: "note", body: "Yes.", attachments: [file] },
	});
	const [{ id: fileId }] = reply.attachments;
	const download = await desk.messages.getAttachment(
		...[ticket.id, reply.id, fileId],
	);
	const bodies = [];
	for await (const { body } of desk.messages.list(ticket.id, { limit: 1 }))
		bodies.push(body);
	const error = await desk.tickets.get(`${ticket.id}x`).catch((e) => e);
	const exported = [];
	for await (const line of desk.tickets.export({ contact: ticket.contact.id }))
		exported.push(line.ticket.subject);
	return {
		bodies,
		download: await download.text(),
		event: await nextEvent(desk, ticket.id),
		exported,
		notFound: error instanceof NotFoundError && error.code,
		limit: typeof desk.lastResponse.rateLimit.limit,
		webhook: await verifyWebhook(...(await signedWebhook())).then((e) => e.id),
	};
}

async function nextEvent(desk, ticketId) {
	const types = ["ticket.created"];
	for await (const event of desk.events.subscribe({ after: 0, types }))
		if (event.resource.id === ticketId) return event.type;
}

/** As the product signs it, with this platform's own means. */
async function signedWebhook() {
	const secret = btoa("a secret of the webhook");
	const body = JSON.stringify({ id: "evt_1" });
	const timestamp = Math.floor(Date.now() / 1_000);
	const encode = (text) => new TextEncoder().encode(text);
	const algorithm = { name: "HMAC", hash: "SHA-256" };
	const raw = encode(atob(secret));
	const key = await crypto.subtle.importKey(
		...["raw", raw, algorithm, false, ["sign"]],
	);
	const signed = encode(`evt_1.${timestamp}.${body}`);
	const mac = new Uint8Array(await crypto.subtle.sign("HMAC", key, signed));
	const headers = new Headers({
		"webhook-id": "evt_1",
		"webhook-timestamp": String(timestamp),
		"webhook-signature": `v1,${btoa(String.fromCharCode(...mac))}`,
	});
	return [`whsec_${secret}`, headers, body];
}
