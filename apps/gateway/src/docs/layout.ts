import { type Html, html } from "./html.ts";

interface Link {
	readonly title: string;
	/** Under `/docs`. */
	readonly path: string;
}

/** The pages that every page leads to. */
export interface Navigation {
	readonly guides: readonly Link[];
	readonly parts: readonly { name: string; operations: readonly Link[] }[];
}

/** A whole page. Addresses that begin with `@` are in the site. */
export function layoutView(
	title: string,
	content: Html,
	path: string,
	{ guides, parts }: Navigation,
): Html {
	const list = (links: readonly Link[]) =>
		html`<ul>${links.map((link) => linkView(link, path))}</ul>`;
	return html`<!doctype html>
<html lang="en" data-root="@">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>${title} · Support Desk API</title>
<link rel="stylesheet" href="@/docs.css">
<link rel="icon" href="data:,">
<script src="@/docs.js" defer></script>
</head>
<body>
<a class="skip" href="#content">Skip to the content</a>
<header>
<a class="home" href="@">Support Desk API</a>
<form class="search" role="search" hidden>
<label for="search">Search</label>
<input id="search" type="search" autocomplete="off">
<div class="found" hidden><p role="status"></p><ul></ul></div>
</form>
<form class="key" hidden>
<label for="key">API key, kept for this tab</label>
<input id="key" type="password" autocomplete="off" spellcheck="false" placeholder="sk_live_…">
</form>
</header>
<div class="columns">
<nav aria-label="Documentation">
<details class="menu" open><summary>Contents</summary>
<h2>Guides</h2>${list(guides)}
<h2><a href="@/reference">Reference</a></h2>
${parts.map(
	({ name, operations }) =>
		html`<details${operations.some((each) => each.path === path) ? html` open` : undefined}><summary>${name}</summary>${list(operations)}</details>`,
)}
${list([
	{ title: "Headers of responses", path: "/reference/headers" },
	{ title: "Errors", path: "/reference/errors" },
])}
</details>
</nav>
<main id="content" tabindex="-1">
${content}
</main>
</div>
</body>
</html>
`;
}

function linkView({ title, path }: Link, current: string): Html {
	const mark = path === current ? html` aria-current="page"` : undefined;
	return html`<li><a href="@${path}"${mark}>${title}</a></li>`;
}
