import { once } from "node:events";
import { type AddressInfo, connect, createServer, type Socket } from "node:net";
import { setTimeout as sleep } from "node:timers/promises";

/**
 * The faults of a link between two parts. down: new connections are refused and open ones are closed; slow: all bytes
 * arrive this much later; reset: connections are interrupted with RST; half_open: no bytes pass and no connection
 * closes, as behind a router that has lost its connection state; trickle: this many bytes per second.
 */
export type Fault =
	| { readonly kind: "down" }
	| { readonly kind: "slow"; readonly ms: number }
	| { readonly kind: "reset" }
	| { readonly kind: "half_open" }
	| { readonly kind: "trickle"; readonly bytesPerSecond: number };

export interface TcpProxy {
	readonly port: number;
	/** Breaks the link from now on; undefined restores it for new and open connections. */
	breakWith(fault: Fault | undefined): void;
	close(): Promise<void>;
}

const TRICKLE_EVERY_MS = 100;

/** Listens on the loopback and passes every connection to the port that `target` names at that moment. */
export async function startTcpProxy(
	target: () => number,
	host = "127.0.0.1",
): Promise<TcpProxy> {
	let fault: Fault | undefined;
	const pairs = new Set<readonly [Socket, Socket]>();
	const endAll = (how: "destroy" | "resetAndDestroy") => {
		for (const pair of pairs) for (const socket of pair) socket[how]();
	};
	const server = createServer((client) => {
		if (fault?.kind === "down") return client.destroy();
		const upstream = connect(target(), host);
		const pair = [client, upstream] as const;
		pairs.add(pair);
		for (const socket of pair) {
			socket.setNoDelay(true);
			socket.on("error", () => {}); // "close" follows
			socket.on("close", () => {
				pairs.delete(pair);
				// A half-open connection does not report its end to the peer.
				if (fault?.kind !== "half_open") for (const end of pair) end.destroy();
			});
		}
		forward(client, upstream, () => fault);
		forward(upstream, client, () => fault);
	});
	server.listen(0, "127.0.0.1");
	await once(server, "listening");
	return {
		port: (server.address() as AddressInfo).port,
		breakWith(next) {
			// A router does not regain lost connection state: those connections end when the link is restored.
			if (fault?.kind === "half_open") endAll("destroy");
			fault = next;
			if (next?.kind === "down") endAll("destroy");
			if (next?.kind === "reset") endAll("resetAndDestroy");
		},
		async close() {
			endAll("destroy");
			server.close();
			await once(server, "close");
		},
	};
}

/** Forwards bytes in order, subject to the current fault. */
function forward(
	from: Socket,
	to: Socket,
	fault: () => Fault | undefined,
): void {
	let before = Promise.resolve();
	from.on("data", (chunk: Buffer) => {
		const current = fault();
		if (current?.kind === "half_open") return;
		if (current?.kind === "reset") {
			from.resetAndDestroy();
			to.resetAndDestroy();
			return;
		}
		if (current?.kind === "slow") {
			// Each chunk is delayed by this time from its arrival: the delays overlap and do not add up.
			const arrival = sleep(current.ms);
			before = before.then(() => arrival).then(() => void to.write(chunk));
			return;
		}
		from.pause();
		before = before
			.then(() => trickle(to, chunk, fault))
			.then(() => void from.resume());
	});
	from.on("end", () => {
		void before.then(() => fault()?.kind === "half_open" || to.end());
	});
}

/** Writes this many bytes per second while the fault lasts, then the rest at once. */
async function trickle(
	to: Socket,
	chunk: Buffer,
	fault: () => Fault | undefined,
): Promise<void> {
	let at = 0;
	for (let now = fault(); now?.kind === "trickle"; now = fault()) {
		const step = Math.ceil((now.bytesPerSecond * TRICKLE_EVERY_MS) / 1_000);
		to.write(chunk.subarray(at, at + step));
		at += step;
		if (at >= chunk.length || to.destroyed) return;
		await sleep(TRICKLE_EVERY_MS);
	}
	to.write(chunk.subarray(at));
}
