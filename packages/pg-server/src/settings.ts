// The pools of all services together use less than 80 % of it; the rest is for administration.
const MAX_CONNECTIONS = 100;
// Every test file has its own pools on the one server.
const MAX_CONNECTIONS_TESTS = 300;

/** Options of initdb: Unicode in code point order, the same on every machine, without a system locale. */
export function initdbOptions(durable: boolean): string[] {
	return [
		"--username=postgres",
		"--auth=scram-sha-256",
		"--encoding=UTF8",
		"--locale=C",
		"--locale-provider=builtin",
		"--builtin-locale=C.UTF-8",
		"--no-instructions",
		...(durable ? [] : ["--no-sync"]),
	];
}

/** Options of the server. A durable one loses no confirmed write; its fsync stays on. */
export function serverOptions(port: number, durable: boolean): string[] {
	const settings: Record<string, string | number> = {
		port,
		listen_addresses: "127.0.0.1",
		unix_socket_directories: "",
		max_connections: durable ? MAX_CONNECTIONS : MAX_CONNECTIONS_TESTS,
		shared_buffers: "128MB",
		// A statement here reads a page of rows: parallel workers cost more than they save, and a container has 64 MB of
		// shared memory.
		max_parallel_workers_per_gather: 0,
		jit: "off",
		timezone: "UTC",
		log_timezone: "UTC",
		// Only the server's own events; a failed statement is reported to its client.
		log_min_messages: "log",
		log_checkpoints: "off",
		...(durable
			? {}
			: { fsync: "off", synchronous_commit: "off", full_page_writes: "off" }),
	};
	return Object.entries(settings).flatMap(([name, value]) => [
		"-c",
		`${name}=${value}`,
	]);
}
