import { once } from "node:events";
import { type AddressInfo, connect, createServer, type Socket } from "node:net";
import { setTimeout as sleep } from "node:timers/promises";

/**
 * What can be wrong with a way between two parts:
 * down: connections are refused and those that stand are closed; slow: everything comes this much later;
 * reset: connections end in the middle with RST; half_open: nothing passes and nothing closes, as behind a router
 * that has forgotten a connection; trickle: so many bytes a second.
 */
export type Fault =
	| { readonly kind: "down" }
	| { readonly kind: "slow"; readonly ms: number }
	| { readonly kind: "reset" }
	| { readonly kind: "half_open" }
	| { readonly kind: "trickle"; readonly bytesPerSecond: number };

export interface TcpProxy {
	readonly port: number;
	/** Breaks the way from now on; undefined mends it for new connections and for those that still stand. */
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
			socket.on("error", () => {}); // its close says enough
			socket.on("close", () => {
				pairs.delete(pair);
				// A connection that is half open shows its other end nothing.
				if (fault?.kind !== "half_open") for (const end of pair) end.destroy();
			});
		}
		pass(client, upstream, () => fault);
		pass(upstream, client, () => fault);
	});
	server.listen(0, "127.0.0.1");
	await once(server, "listening");
	return {
		port: (server.address() as AddressInfo).port,
		breakWith(next) {
			// What a router forgot it does not remember later: those connections are lost when the way is mended.
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

/** Passes bytes on as the fault of the moment lets them, in order. */
function pass(from: Socket, to: Socket, fault: () => Fault | undefined): void {
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
			// Everything is on its way for so long, one thing behind the other and not after it.
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

/** Writes so many bytes a second as long as that is the fault; what is left when it no longer is, at once. */
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
