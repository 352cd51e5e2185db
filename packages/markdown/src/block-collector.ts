import type { Token, TokenHandler } from "parse5";
import type { Block } from "./block.ts";
import { codeText, linesOf } from "./block-text.ts";
import { type ElementKind, elementOf } from "./elements.ts";
import { Lists } from "./lists.ts";
import { Table } from "./table.ts";

const LINE_BREAK = "\n";
/** Addresses that may be shown to a reader. */
const FOLLOWABLE = /^(?:https?:\/\/|mailto:|tel:)/i;

/** Collects the blocks of an article from the tags and texts of its HTML, in one pass without a tree. */
export class BlockCollector implements TokenHandler {
	readonly #html: string;
	readonly #withAddresses: boolean;
	readonly #blocks: Block[] = [];
	readonly #lists = new Lists();
	readonly #tables: Table[] = [];
	/** Pieces of the text: a single string would be copied whole at every check of its end. */
	#pieces: string[] = [];
	#kind: Block["kind"] = "paragraph";
	#preformatted = 0;
	/** The kind of the open cell, whose text is one line. */
	#cell: "header" | "data" | undefined;
	#link: { readonly address: string; readonly begin: number } | undefined;
	#group = 0;
	#quotations = 0;

	constructor(html: string, withAddresses: boolean) {
		this.#html = html;
		this.#withAddresses = withAddresses;
	}

	end(): Block[] {
		this.#endCell();
		while (this.#tables.length > 0) this.#tables.pop()!.end();
		this.#flush();
		return this.#blocks;
	}

	onCharacter({ chars }: Token.CharacterToken): void {
		this.#pieces.push(chars);
	}

	onWhitespaceCharacter({ chars }: Token.CharacterToken): void {
		// What follows a line break in the source is the same break.
		if (this.#preformatted === 0 && this.#isAfterBreak) return;
		this.#pieces.push(chars);
	}

	onStartTag(tag: Token.TagToken): void {
		const kind = elementOf(tag.tagName);
		if (kind === undefined) this.#keepUnknown(tag);
		else this.#open(kind, tag);
	}

	onEndTag(tag: Token.TagToken): void {
		const kind = elementOf(tag.tagName);
		if (kind === undefined) this.#keepUnknown(tag);
		else this.#close(kind);
	}

	onNullCharacter(): void {}
	onComment(): void {}
	onDoctype(): void {}
	onEof(): void {}

	/** `<your-name>` and `<entry id="5">` are text; `<x-button class="a">` and tags with event handlers are not. */
	#keepUnknown({ tagName, attrs, location }: Token.TagToken): void {
		const isCustom = tagName.includes("-") && attrs.some(({ value }) => value);
		const isActive = attrs.some(({ name }) => name.startsWith("on"));
		if (!location || isCustom || isActive) return;
		const { startOffset, endOffset } = location;
		this.#pieces.push(this.#html.slice(startOffset, endOffset));
	}

	#open(kind: ElementKind, { tagName, attrs }: Token.TagToken): void {
		const attribute = (name: string) =>
			attrs.find((one) => one.name === name)?.value ?? "";
		switch (kind) {
			case "inline":
				break;
			case "line break":
				this.#breakLine();
				break;
			case "image":
				this.#pieces.push(attribute("alt"));
				break;
			case "link":
				this.#link = { address: attribute("href"), begin: this.#pieces.length };
				break;
			case "table":
				this.#beginTable();
				break;
			case "row":
				this.#endRow();
				break;
			case "cell":
				this.#beginCell(tagName === "th");
				break;
			default:
				this.#flush();
				// A cell is one line, with any elements in it.
				if (!this.#cell) this.#beginBlock(kind, tagName, attribute);
		}
	}

	#beginBlock(
		kind: ElementKind,
		tagName: string,
		attribute: (name: string) => string,
	): void {
		if (kind === "quotation") this.#quotations++;
		else if (kind === "list")
			this.#lists.open(tagName === "ol", Number(attribute("start")));
		else if (kind === "item") this.#lists.beginItem(attribute("data-marker"));
		else if (kind === "heading") this.#kind = "heading";
		else if (kind === "preformatted") {
			this.#kind = "code";
			this.#preformatted++;
		}
	}

	#close(kind: ElementKind): void {
		switch (kind) {
			case "inline":
			case "line break":
			case "image":
				break;
			case "link":
				this.#endLink();
				break;
			case "table":
				this.#endCell();
				this.#tables.pop()?.end();
				this.#group++;
				break;
			case "row":
				this.#endRow();
				break;
			case "cell":
				this.#endCell();
				break;
			default:
				this.#flush();
				if (!this.#cell) this.#endBlock(kind);
		}
	}

	#endBlock(kind: ElementKind): void {
		if (kind === "quotation" && this.#quotations > 0) this.#quotations--;
		else if (kind === "list") this.#lists.close();
		else if (kind === "item") this.#lists.endItem();
		else if (kind === "preformatted" && this.#preformatted > 0)
			this.#preformatted--;
		if (this.#preformatted === 0) this.#kind = "paragraph";
	}

	/** The text before a nested table in a cell is a row of the outer table. */
	#beginTable(): void {
		this.#endRow();
		this.#flush();
		this.#tables.push(this.#newTable());
	}

	#endRow(): void {
		this.#endCell();
		this.#tables.at(-1)?.endRow();
	}

	#newTable(): Table {
		this.#group++;
		const group = this.#group;
		const isQuoted = this.#quotations > 0;
		return new Table((text, cells) =>
			this.#blocks.push({
				kind: "row",
				text,
				marker: "",
				group,
				isQuoted,
				cells,
			}),
		);
	}

	#beginCell(isHeader: boolean): void {
		this.#endCell();
		this.#flush();
		if (this.#tables.length > 0) this.#cell = isHeader ? "header" : "data";
	}

	#endCell(): void {
		if (!this.#cell) return;
		const isHeader = this.#cell === "header";
		this.#cell = undefined;
		this.#tables.at(-1)!.addCell(this.#takeText(), isHeader);
	}

	get #isAfterBreak(): boolean {
		return this.#pieces.at(-1) === LINE_BREAK;
	}

	/** Two breaks in a row end the paragraph. */
	#breakLine(): void {
		if (this.#cell) this.#pieces.push(" ");
		else if (this.#isAfterBreak && this.#preformatted === 0) this.#flush();
		else this.#pieces.push(LINE_BREAK);
	}

	#takeText(): string {
		const text = this.#pieces.join("");
		this.#pieces = [];
		this.#link = undefined;
		return text;
	}

	#endLink(): void {
		const link = this.#link;
		this.#link = undefined;
		if (!link || !this.#withAddresses || !FOLLOWABLE.test(link.address)) return;
		const address = link.address.replace(/^(?:mailto|tel):/i, "");
		const text = this.#pieces.slice(link.begin).join("");
		if (!text.includes(address)) this.#pieces.push(` (${address})`);
	}

	/** Ends the block that has been collected, if there is any text. */
	#flush(): void {
		if (this.#cell) {
			this.#pieces.push(" ");
			return;
		}
		const kind = this.#kind;
		const collected = this.#takeText();
		const text = kind === "code" ? codeText(collected) : linesOf(collected);
		if (this.#preformatted === 0) this.#kind = "paragraph";
		if (text === "") return;
		const isListed = this.#lists.isOpen;
		const marker = kind === "code" ? "" : this.#lists.takeMarker();
		if (!isListed || this.#blocks.at(-1)?.kind === "heading") this.#group++;
		this.#blocks.push({
			kind: marker === "" ? kind : "item",
			text,
			marker,
			group: this.#group,
			isQuoted: this.#quotations > 0,
			cells: [],
		});
	}
}
