import { once } from "node:events";
import { connect, createServer, type Socket } from "node:net";

/** A wire to a server that a test can cut or make silent. */
export interface Wire {
	readonly url: string;
	/** Closes every connection and refuses new ones, as when the server was killed. */
	cut(): void;
	/** Takes what is sent and answers nothing, as a server that was stopped but not ended. */
	freeze(): void;
	/** The server is there again. */
	mend(): void;
	close(): Promise<void>;
}

/** A wire to the server at `url`, through a port of its own. */
export async function givenWire(url: string): Promise<Wire> {
	const { hostname, port } = new URL(url);
	let state: "whole" | "cut" | "frozen" = "whole";
	const sockets = new Set<Socket>();
	const keep = (socket: Socket) => {
		sockets.add(socket);
		socket.on("close", () => sockets.delete(socket));
		socket.on("error", () => socket.destroy());
	};
	const server = createServer((near) => {
		keep(near);
		if (state === "cut") near.destroy();
		if (state !== "whole") return;
		const far = connect(Number(port), hostname);
		keep(far);
		near.pipe(far).pipe(near);
		near.on("close", () => far.destroy());
		far.on("close", () => near.destroy());
	});
	server.listen(0, "127.0.0.1");
	await once(server, "listening");
	const address = server.address() as { port: number };
	const drop = () => {
		for (const socket of sockets) socket.destroy();
	};
	return {
		url: `http://127.0.0.1:${address.port}`,
		cut() {
			state = "cut";
			drop();
		},
		freeze() {
			state = "frozen";
			for (const socket of sockets) {
				socket.unpipe();
				socket.pause();
			}
		},
		mend() {
			state = "whole";
			drop();
		},
		async close() {
			drop();
			server.close();
			await once(server, "close");
		},
	};
}
