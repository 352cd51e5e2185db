const names = (list: string) => list.split(" ");

/** How an element divides a text. */
export type ElementKind =
	| "block"
	| "quotation"
	| "heading"
	| "item"
	| "list"
	| "preformatted"
	| "table"
	| "row"
	| "cell"
	| "line break"
	| "image"
	| "link"
	| "inline";

const KINDS: Readonly<Record<ElementKind, readonly string[]>> = {
	block: names(
		"address article aside body caption center dd details dialog dir div dl dt fieldset figcaption figure footer form header hgroup hr html legend main menu nav optgroup option p search section",
	),
	quotation: ["blockquote"],
	heading: names("h1 h2 h3 h4 h5 h6 summary"),
	item: ["li"],
	list: names("ol ul"),
	preformatted: names("listing pre xmp"),
	table: ["table"],
	row: ["tr"],
	cell: names("td th"),
	"line break": ["br"],
	image: ["img"],
	link: ["a"],
	inline: names(
		"abbr acronym area audio b base basefont bdi bdo big blink button canvas cite code col colgroup data datalist del dfn em embed font frame frameset head i iframe input ins kbd label link map mark marquee math meta meter nobr noembed noframes noscript object output param picture plaintext progress q rb rp rt rtc ruby s samp script select slot small source span strike strong style sub sup svg tbody template textarea tfoot thead time title track tt u var video wbr",
	),
};

const KIND_BY_NAME: ReadonlyMap<string, ElementKind> = new Map(
	(Object.keys(KINDS) as ElementKind[]).flatMap((kind) =>
		KINDS[kind].map((name) => [name, kind]),
	),
);

/**
 * The kind of an HTML element; undefined for names that HTML does not define, like `<your-name>` and `List<String>`.
 */
export function elementOf(name: string): ElementKind | undefined {
	return KIND_BY_NAME.get(name.toLowerCase());
}
