import { Client, credentials } from "@grpc/grpc-js";

const STATUS = ["UNKNOWN", "SERVING", "NOT_SERVING"];
const TIMEOUT_MS = 5_000;

/** The status of a service from the process's standard health service, requested as a kubelet does. */
export function checkHealth(port: number, service: string): Promise<string> {
	const client = new Client(`127.0.0.1:${port}`, credentials.createInsecure());
	const name = Buffer.from(service);
	return new Promise((resolve) => {
		client.makeUnaryRequest(
			"/grpc.health.v1.Health/Check",
			(bytes: Buffer) => bytes,
			(bytes: Buffer) => STATUS[bytes[1] ?? 0],
			Buffer.concat([Buffer.from([0x0a, name.length]), name]), // field 1, a string
			{ deadline: Date.now() + TIMEOUT_MS } as never,
			(error, status) => {
				client.close();
				resolve(error?.details ?? status ?? "UNKNOWN");
			},
		);
	});
}
