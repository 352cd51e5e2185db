export interface TextNode {
	readonly type: "text";
	readonly text: string;
}

export interface Element {
	readonly type: "element";
	/** In lower case. */
	readonly name: string;
	readonly attributes: Readonly<Record<string, string>>;
	readonly children: Node[];
}

export type Node = TextNode | Element;

/** Elements without content. */
export const VOID: ReadonlySet<string> = new Set(
	"area base br col embed hr img input link meta source track wbr".split(" "),
);
