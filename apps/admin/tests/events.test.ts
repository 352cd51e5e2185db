import type pg from "pg";
import { beforeAll, expect, it } from "vitest";
import { type CommandLine, useInstallation } from "./installation.ts";

let admin: pg.Client;
let cli: CommandLine;
useInstallation((given) => {
	({ admin, cli } = given);
});
beforeAll(() => cli.runJson("workspaces", "create", "--name", "Acme"));

/** What the outbox of the tickets service has, oldest first; it leaves the outbox. */
async function takeEvents() {
	const { rows } = await admin.query(
		`with taken as (delete from tickets.outbox returning *)
		 select position, type, actor_type, actor_id, request_id, resource_type, resource_id, ticket_id, contact_id,
		        object::json, previous::json
		   from taken
		  order by position`,
	);
	return rows.map(({ position: _, ...event }) => event);
}

it.each([
	["agent", "deactivated", ["--name", "Ana", "--email", "ana@acme.example"]],
	["group", "updated", ["--name", "Billing"]],
])(
	"says that the %s was created, renamed, deactivated and reactivated, and nothing of a change of nothing",
	async (noun, deactivated, fields) => {
		const nouns = `${noun}s`;
		const created = await cli.runJson(nouns, "create", ...fields);
		const { id, name } = created;
		await cli.runJson(nouns, "rename", id, "--name", name);
		await cli.runJson(nouns, "rename", id, "--name", "New");
		const left = await cli.runJson(nouns, "deactivate", id);
		await cli.runJson(nouns, "deactivate", id);
		await cli.runJson(nouns, "reactivate", id);
		const { workspace_id: _, ...shown } = created;
		const event = (
			change: string,
			object: object,
			previous: object | null,
		) => ({
			type: `${noun}.${change}`,
			actor_type: "system",
			actor_id: "",
			request_id: "",
			resource_type: noun,
			resource_id: id,
			ticket_id: "",
			contact_id: "",
			object: { ...shown, ...object },
			previous,
		});
		const { deactivated_at } = left;
		expect(await takeEvents()).toEqual([
			event("created", {}, null),
			event("updated", { name: "New" }, { name }),
			event(
				deactivated,
				{ name: "New", deactivated_at },
				{ deactivated_at: null },
			),
			event("updated", { name: "New" }, { deactivated_at }),
		]);
	},
);
