// The pools of all services together stay below 80 % of it; the rest is for the administration.
const MAX_CONNECTIONS = 100;
// Every test file has pools of its own on the one server.
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

/** Options of the server. A durable one loses nothing it has confirmed; fsync is never touched there. */
export function serverOptions(port: number, durable: boolean): string[] {
	const settings: Record<string, string | number> = {
		port,
		listen_addresses: "127.0.0.1",
		unix_socket_directories: "",
		max_connections: durable ? MAX_CONNECTIONS : MAX_CONNECTIONS_TESTS,
		shared_buffers: "128MB",
		// A statement here reads a page of rows: workers cost more than they bring, and their shared memory is 64 MB in a container.
		max_parallel_workers_per_gather: 0,
		jit: "off",
		timezone: "UTC",
		log_timezone: "UTC",
		// The server's own affairs; a failed statement is told to the client that sent it.
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
