const BLOCK_BYTES = 64 * 1024;

/**
 * The bytes of all mails that are being received. Where they do not fit, the largest mail of the peer that holds most is
 * given up: a peer whose mails are slow, or never end, does not keep the mails of others out.
 */
export class HeldMails {
	readonly #bytesMax: number;
	readonly #mails = new Set<HeldMail>();
	readonly #bytesOfPeers = new Map<string, number>();
	#bytes = 0;

	constructor(bytesMax: number) {
		this.#bytesMax = bytesMax;
	}

	/** A mail that begins. The caller closes it, also after an error. */
	open(peer: string): HeldMail {
		const mail = new HeldMail(peer, (bytes) => this.#count(peer, bytes));
		this.#mails.add(mail);
		return mail;
	}

	close(mail: HeldMail): void {
		mail.giveUp();
		this.#mails.delete(mail);
	}

	#count(peer: string, bytes: number): void {
		this.#bytes += bytes;
		const ofPeer = this.#bytesOf(peer) + bytes;
		if (ofPeer > 0) this.#bytesOfPeers.set(peer, ofPeer);
		else this.#bytesOfPeers.delete(peer);
		if (bytes > 0) this.#makeRoom();
	}

	#makeRoom(): void {
		while (this.#bytes > this.#bytesMax) {
			const [largest] = [...this.#mails]
				.filter((mail) => mail.isArriving && mail.bytes > 0)
				.sort(
					(a, b) =>
						this.#bytesOf(b.peer) - this.#bytesOf(a.peer) || b.bytes - a.bytes,
				);
			if (!largest) return;
			largest.giveUp();
		}
	}

	#bytesOf(peer: string): number {
		return this.#bytesOfPeers.get(peer) ?? 0;
	}
}

/** What has arrived of a mail. */
export class HeldMail {
	readonly peer: string;
	readonly #count: (bytes: number) => void;
	#state: "arriving" | "complete" | "given up" = "arriving";
	#blocks: Buffer[] = [];
	#bytes = 0;

	/** @param count is called with each change of the number of bytes */
	constructor(peer: string, count: (bytes: number) => void) {
		this.peer = peer;
		this.#count = count;
	}

	get bytes(): number {
		return this.#bytes;
	}

	get isArriving(): boolean {
		return this.#state === "arriving";
	}

	get isGivenUp(): boolean {
		return this.#state === "given up";
	}

	/**
	 * Takes further bytes, unless the mail was given up. They are copied: a mail of short lines arrives in millions of
	 * pieces, each of which would take a hundred bytes more than its own.
	 */
	add(chunk: Buffer): void {
		if (!this.isArriving) return;
		for (let at = 0; at < chunk.length; ) {
			const offset = this.#bytes % BLOCK_BYTES;
			if (offset === 0) this.#blocks.push(Buffer.allocUnsafeSlow(BLOCK_BYTES));
			const copied = chunk.copy(this.#blocks.at(-1)!, offset, at);
			this.#bytes += copied;
			at += copied;
		}
		this.#count(chunk.length);
	}

	/** Forgets the bytes, and those that follow. */
	giveUp(): void {
		const bytes = this.#bytes;
		this.#state = "given up";
		this.#blocks = [];
		this.#bytes = 0;
		this.#count(-bytes);
	}

	/** All bytes. From now on the mail is not given up to make room. */
	complete(): Buffer {
		this.#state = "complete";
		const whole = Buffer.concat(this.#blocks, this.#bytes);
		this.#blocks = [];
		return whole;
	}
}
