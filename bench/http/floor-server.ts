// The floor: what the same SQL work costs in bare Express 5 with `pg`, one named statement a request, one process. No
// keys, limits, validation, idempotency, workspaces, logs or ETags.
import express from "express";
import pg from "pg";

const { DATABASE_URL, PORT } = process.env;
const pool = new pg.Pool({
	connectionString: DATABASE_URL,
	max: 16,
	options: "-c search_path=floor",
});

const TICKET = `t.id, t.subject, t.status, t.priority, t.channel, t.tags, t.ai_intent, t.ai_urgency, t.ai_sentiment,
	t.ai_confidence, t.custom_attributes, t.created_at, t.updated_at, t.resolved_at,
	c.id as contact_id, c.name as contact_name, c.email as contact_email`;

const GET = {
	name: "get",
	text: `select ${TICKET} from tickets t join contacts c on c.id = t.contact_id where t.workspace_id = $1 and t.id = $2 and t.deleted_at is null`,
};
const LIST = {
	name: "list",
	text: `select ${TICKET} from tickets t join contacts c on c.id = t.contact_id
	        where t.workspace_id = $1 and t.status = $2 and t.deleted_at is null order by t.created_at desc, t.id desc limit 26`,
};
// Contact, ticket, first message and job: everything a create writes, in one statement and one commit.
const CREATE = {
	name: "create",
	text: `with known as (
	         select id, name, email from contacts where workspace_id = $1 and email = $4
	       ), added as (
	         insert into contacts (workspace_id, id, name, email)
	         select $1, $2, $3, $4 where not exists (select from known)
	         returning id, name, email
	       ), contact as (
	         select * from known union all select * from added
	       ), ticket as (
	         insert into tickets (workspace_id, id, subject, contact_id) select $1, $5, $6, id from contact returning *
	       ), message as (
	         insert into messages (workspace_id, ticket_id, id, body) select $1, id, $7, $8 from ticket
	       ), job as (
	         insert into jobs (payload) select json_build_object('ticket_id', id) from ticket
	       )
	       select ${TICKET} from ticket t cross join contact c`,
};
const REPLY = {
	name: "reply",
	text: `with ticket as (
	         update tickets set updated_at = now() where workspace_id = $1 and id = $2 returning id
	       ), job as (
	         insert into jobs (payload) select json_build_object('ticket_id', id) from ticket
	       )
	       insert into messages (workspace_id, ticket_id, id, body) select $1, id, $3, $4 from ticket returning *`,
};

const app = express();
app.disable("etag");
app.set("query parser", "simple");
app.use(express.json());

app.get("/tickets/:id", async (req, res) => {
	const { rows } = await pool.query({
		...GET,
		values: [req.get("workspace"), req.params.id],
	});
	if (rows[0]) res.json(ticket(rows[0]));
	else res.status(404).json({ error: "not found" });
});

app.get("/tickets", async (req, res) => {
	const { rows } = await pool.query({
		...LIST,
		values: [req.get("workspace"), req.query.status],
	});
	res.json({ data: rows.slice(0, 25).map(ticket), has_more: rows.length > 25 });
});

app.post("/tickets", async (req, res) => {
	const { subject, body, contact } = req.body;
	const id = () => crypto.randomUUID();
	const { rows } = await pool.query({
		...CREATE,
		values: [
			req.get("workspace"),
			id(),
			contact.name ?? contact.email,
			contact.email,
			id(),
			subject,
			id(),
			body,
		],
	});
	res.status(201).json(ticket(rows[0]));
});

app.post("/tickets/:id/messages", async (req, res) => {
	const { rows } = await pool.query({
		...REPLY,
		values: [
			req.get("workspace"),
			req.params.id,
			crypto.randomUUID(),
			req.body.body,
		],
	});
	res.status(201).json(rows[0]);
});

app.listen(Number(PORT), "127.0.0.1");

// biome-ignore lint/suspicious/noExplicitAny: pg's own row type; the floor has no types of its own.
function ticket({ contact_id, contact_name, contact_email, ...row }: any) {
	return {
		...row,
		contact: { id: contact_id, name: contact_name, email: contact_email },
	};
}
