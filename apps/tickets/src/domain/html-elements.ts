/** The elements of HTML (https://html.spec.whatwg.org/#toc-semantics), old and dangerous ones included. */
export const HTML_ELEMENTS: ReadonlySet<string> = new Set(
	`a abbr acronym address applet area article aside audio b base basefont bdi bdo bgsound big blink blockquote body br
	button canvas caption center cite code col colgroup data datalist dd del details dfn dialog dir div dl dt em embed
	fieldset figcaption figure font footer form frame frameset h1 h2 h3 h4 h5 h6 head header hgroup hr html i iframe image
	img input ins isindex kbd keygen label legend li link listing main map mark marquee math menu menuitem meta meter nav
	nobr noembed noframes noscript object ol optgroup option output p param picture plaintext portal pre progress q rp rt
	ruby s samp script search section select slot small source span strike strong style sub summary sup svg table tbody td
	template textarea tfoot th thead time title tr track tt u ul var video wbr xmp`
		.trim()
		.split(/\s+/),
);

/** What a message may be formatted with. */
export const ALLOWED_TAGS = [
	...["a", "abbr", "b", "blockquote", "br", "caption", "cite", "code", "col"],
	...["colgroup", "dd", "del", "div", "dl", "dt", "em", "figcaption", "figure"],
	...["h1", "h2", "h3", "h4", "h5", "h6", "hr", "i", "img", "ins", "kbd", "li"],
	...["mark", "ol", "p", "pre", "q", "s", "samp", "small", "span", "strike"],
	...["strong", "sub", "sup", "table", "tbody", "td", "tfoot", "th", "thead"],
	...["tr", "u", "ul", "var"],
];

export const ALLOWED_ATTRIBUTES: Record<string, string[]> = {
	a: ["href", "title", "rel"],
	abbr: ["title"],
	img: ["src", "alt", "title", "width", "height"],
	ol: ["start", "type"],
	td: ["colspan", "rowspan"],
	th: ["colspan", "rowspan", "scope"],
};
