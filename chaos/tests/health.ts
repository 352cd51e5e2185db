import { Client, credentials } from "@grpc/grpc-js";

const STATUS = ["UNKNOWN", "SERVING", "NOT_SERVING"];
const PATIENCE_MS = 5_000;

/** What the standard health service of a process says of a service, as a kubelet asks for it. */
export function askHealth(port: number, service: string): Promise<string> {
	const client = new Client(`127.0.0.1:${port}`, credentials.createInsecure());
	const name = Buffer.from(service);
	return new Promise((resolve) => {
		client.makeUnaryRequest(
			"/grpc.health.v1.Health/Check",
			(bytes: Buffer) => bytes,
			(bytes: Buffer) => STATUS[bytes[1] ?? 0],
			Buffer.concat([Buffer.from([0x0a, name.length]), name]), // field 1, a string
			{ deadline: Date.now() + PATIENCE_MS } as never,
			(error, status) => {
				client.close();
				resolve(error?.details ?? status ?? "UNKNOWN");
			},
		);
	});
}
