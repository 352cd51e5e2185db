import pg from "pg";

/** Places in a transaction that stores a message where a test can hold it. */
const GATES = {
	"before the claim": 1,
	"after the claim": 2,
	"after the insert": 3,
	"before the commit": 4,
} as const;
export type Gate = keyof typeof GATES;

/** Holds transactions that reach the gate; others continue. */
export interface Gates {
	shut(gate: Gate): Promise<void>;
	/** Resolves with the server's process that waits at the shut gate. */
	waiting(gate: Gate): Promise<number | undefined>;
	open(gate: Gate): Promise<void>;
	/** Whether the server's process of a client that is gone has ended too, with all that it had received. */
	isGone(backend: number): Promise<boolean>;
	/** Ends the server's process of a client that is gone, as PostgreSQL does when it notices. */
	terminate(backend: number): Promise<void>;
	close(): Promise<void>;
}

/**
 * Triggers that take a lock for reading; a gate is shut while the test holds that lock for writing. What waits at a gate
 * must not give up because the test is slow.
 */
const TRIGGERS = `
	create function tickets.gate() returns trigger language plpgsql
	set lock_timeout = '60s' as $$
	begin
		perform pg_advisory_xact_lock_shared(tg_argv[0]::int);
		return new;
	end $$;
	create trigger gate_1 before insert on tickets.idempotency_keys
		for each row execute function tickets.gate(1);
	create trigger gate_2 after insert on tickets.idempotency_keys
		for each row execute function tickets.gate(2);
	create trigger gate_3 after insert on tickets.messages
		for each row execute function tickets.gate(3);
	create constraint trigger gate_4 after insert on tickets.messages
		deferrable initially deferred
		for each row execute function tickets.gate(4);
`;

/** Puts the gates into a test's database. */
export async function buildGates(url: string): Promise<Gates> {
	const keeper = new pg.Client(url);
	await keeper.connect();
	await keeper.query(TRIGGERS);
	return {
		async shut(gate) {
			await keeper.query("select pg_advisory_lock($1)", [GATES[gate]]);
		},
		async waiting(gate) {
			const { rows } = await keeper.query<{ pid: number }>(
				`select pid from pg_locks l join pg_database d on d.oid = l.database
				  where d.datname = current_database()
				    and locktype = 'advisory' and objid = $1 and not granted`,
				[GATES[gate]],
			);
			return rows[0]?.pid;
		},
		async open(gate) {
			await keeper.query("select pg_advisory_unlock($1)", [GATES[gate]]);
		},
		async isGone(backend) {
			const { rowCount } = await keeper.query(
				"select from pg_stat_activity where pid = $1",
				[backend],
			);
			return rowCount === 0;
		},
		async terminate(backend) {
			await keeper.query("select pg_terminate_backend($1, 5000)", [backend]);
		},
		close: () => keeper.end(),
	};
}
