import { Readable } from "node:stream";
import { pipeline } from "node:stream/promises";
import {
	type MimeNode,
	Splitter,
	type SplitterChunk,
} from "@zone-eu/mailsplit";
import { filenameOf } from "../headers/filename.ts";
import type { HeaderLine } from "../headers/header-line.ts";
import type { ParseLimits } from "../limits.ts";
import { Unreadable } from "../unreadable.ts";
import { decodeTransfer } from "./decode-transfer.ts";

/** A part of a mail, its transfer encoding removed. */
export interface MimePart {
	/** In lower case, without parameters; where none is declared `text/plain`, or that of a file. */
	readonly contentType: string;
	/** As declared, if it was. */
	readonly charset: string | null;
	readonly disposition: string | null;
	readonly filename: string | null;
	readonly contentId: string | null;
	/** Whether lines that end in a space continue (RFC 3676), and whether that space goes. */
	readonly flowed: boolean;
	readonly deleteSpace: boolean;
	readonly headerLines: readonly HeaderLine[];
	/** Of a multipart only where it has no parts: what should have been split. */
	readonly data: Buffer;
	readonly children: readonly MimePart[];
}

interface OpenPart {
	readonly node: MimeNode;
	readonly depth: number;
	readonly chunks: Buffer[];
	readonly children: OpenPart[];
}

const NO_BYTES = Buffer.alloc(0);
const CHUNK_BYTES = 64 * 1024;
const CONTENT_TYPE = /^[^\s/]+\/[^\s/]+$/;
const CONTENT_ID = /^\s*<?([^<>\s]+)>?/;

/**
 * Splits a mail into the tree of its parts. A message within it is a part with bytes.
 *
 * @throws Unreadable beyond a limit
 */
export async function splitMime(
	raw: Buffer,
	limits: ParseLimits,
): Promise<MimePart> {
	const splitter = new Splitter({
		ignoreEmbedded: true,
		maxHeadSize: limits.headerBytesMax,
		maxChildNodes: limits.partsMax,
	});
	let root: OpenPart | undefined;
	const collect = async (chunks: AsyncIterable<SplitterChunk>) => {
		root = await collectParts(chunks, limits);
	};
	try {
		await pipeline(Readable.from(chunksOf(raw)), splitter, collect);
	} catch (err) {
		throw asUnreadable(err);
	}
	if (!root) throw new Unreadable("failed");
	return close(root);
}

async function collectParts(
	chunks: AsyncIterable<SplitterChunk>,
	{ nestingMax }: ParseLimits,
): Promise<OpenPart | undefined> {
	const open = new Map<MimeNode, OpenPart>();
	let root: OpenPart | undefined;
	for await (const chunk of chunks) {
		if (chunk.type !== "node") {
			open.get(chunk.node)?.chunks.push(chunk.value);
			continue;
		}
		const parent = chunk.parentNode && open.get(chunk.parentNode);
		const depth = parent ? parent.depth + 1 : 0;
		if (depth > nestingMax) throw new Unreadable("nested_too_deep");
		const part: OpenPart = { node: chunk, depth, chunks: [], children: [] };
		open.set(chunk, part);
		if (parent) parent.children.push(part);
		else root ??= part;
	}
	return root;
}

function* chunksOf(raw: Buffer): Iterable<Buffer> {
	for (let at = 0; at < raw.length; at += CHUNK_BYTES) {
		yield raw.subarray(at, at + CHUNK_BYTES);
	}
}

function close({ node, chunks, children }: OpenPart): MimePart {
	const headerLines = headerLinesOf(node);
	const contentType = contentTypeOf(node);
	const id = headerLines.find(({ name }) => name === "content-id");
	return {
		contentType,
		charset: node.charset || null,
		disposition: node.disposition || null,
		filename: filenameOf(headerLines),
		contentId: id ? (CONTENT_ID.exec(id.value.toString())?.[1] ?? null) : null,
		flowed: node.flowed,
		deleteSpace: node.delSp,
		headerLines,
		data:
			children.length > 0
				? NO_BYTES
				: decodeTransfer(
						Buffer.concat(chunks),
						node.encoding || "",
						contentType,
					),
		children: children.map(close),
	};
}

/** A type that is none ("text", "plain text") says nothing, as a missing one (RFC 2045, section 5.2). */
function contentTypeOf({ contentType, disposition }: MimeNode): string {
	if (contentType && CONTENT_TYPE.test(contentType)) return contentType;
	return disposition === "attachment"
		? "application/octet-stream"
		: "text/plain";
}

function headerLinesOf({ headers }: MimeNode): HeaderLine[] {
	if (!headers) return [];
	return headers.getList().map(({ key, line }) => ({
		name: key,
		value: Buffer.from(line.slice(line.indexOf(":") + 1), "latin1"),
	}));
}

function asUnreadable(err: unknown): unknown {
	if (!(err instanceof Error) || !("code" in err) || err.code !== "EMAXLEN")
		return err;
	return new Unreadable(
		err.message.includes("child nodes")
			? "too_many_parts"
			: "headers_too_large",
	);
}
