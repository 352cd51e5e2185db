import { once } from "node:events";
import { type AddressInfo, connect, createServer, type Socket } from "node:net";

/** A stretch of network in front of a server that a test can take away. */
export async function startTcpProxy(target: { host: string; port: number }) {
	const sockets = new Set<Socket>();
	let down = false;
	const server = createServer((client) => {
		if (down) return void client.resetAndDestroy();
		const upstream = connect(target.port, target.host);
		for (const socket of [client, upstream]) {
			sockets.add(socket);
			socket.on("error", () => {});
			socket.on("close", () => {
				sockets.delete(socket);
				client.destroy();
				upstream.destroy();
			});
		}
		client.pipe(upstream).pipe(client);
	});
	server.listen(0, "127.0.0.1");
	await once(server, "listening");
	return {
		port: (server.address() as AddressInfo).port,
		/** Cuts every connection and refuses new ones. */
		cut() {
			down = true;
			for (const socket of sockets) socket.destroy();
		},
		mend() {
			down = false;
		},
		async close() {
			for (const socket of sockets) socket.destroy();
			server.close();
			await once(server, "close");
		},
	};
}
