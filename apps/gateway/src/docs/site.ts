import type { ApiDocument } from "./document.ts";
import { GUIDES, readGuide } from "./guides.ts";
import { type Html, html } from "./html.ts";
import { layoutView, type Navigation } from "./layout.ts";
import { type Rendered, renderMarkdown } from "./markdown.ts";
import { operationView } from "./operation-view.ts";
import { errorsView, headersView, referenceView } from "./reference-view.ts";

/** An entry of the search. */
interface Found {
	readonly title: string;
	/** The page that it is on, or the part of the reference. */
	readonly part: string;
	readonly path: string;
	readonly text: string;
}

/** The pages of the documentation by their paths under `/docs`, each rendered when it is first read. */
export interface Site {
	readonly paths: readonly string[];
	render(path: string): string;
	/** What the search finds, as JSON. */
	searchIndex(): string;
}

const TEXT_LENGTH_MAX = 600;

export function createSite(document: ApiDocument): Site {
	const guides = new Map(
		GUIDES.map((name) => [name, renderMarkdown(readGuide(name), toSite)]),
	);
	const views = viewsOf(document, guides);
	const navigation: Navigation = {
		guides: [...guides].map(([name, { title }]) => ({
			...{ title, path: `/guides/${name}` },
		})),
		parts: document.tags.map(({ name }) => ({
			name,
			operations: document.operations
				.filter(({ tag }) => tag === name)
				.map(({ id, summary }) => ({
					...{ title: summary, path: `/reference/${id}` },
				})),
		})),
	};
	return {
		paths: [...views.keys()],
		render(path) {
			const { title, view } = views.get(path)!;
			return relative(layoutView(title, view(), path, navigation).text, path);
		},
		searchIndex: () => JSON.stringify(entriesOf(document, guides)),
	};
}

interface Page {
	readonly title: string;
	readonly view: () => Html;
}

function viewsOf(
	document: ApiDocument,
	guides: ReadonlyMap<string, Rendered>,
): Map<string, Page> {
	const reference = {
		title: "API reference",
		view: () => referenceView(document),
	};
	return new Map<string, Page>([
		["", { title: "Documentation", view: () => homeView(guides) }],
		["/reference", reference],
		[
			"/reference/headers",
			{ title: "Headers", view: () => headersView(document) },
		],
		["/reference/errors", { title: "Errors", view: errorsView }],
		...[...guides].map(([name, { title, html }]): [string, Page] => [
			`/guides/${name}`,
			{ title, view: () => html },
		]),
		...document.operations.map((operation): [string, Page] => [
			`/reference/${operation.id}`,
			{
				title: operation.summary,
				view: () => operationView(document, operation),
			},
		]),
	]);
}

function homeView(guides: ReadonlyMap<string, Rendered>): Html {
	const items = [...guides].map(
		([name, { title, sections }]) =>
			html`<li><a href="@/guides/${name}">${title}</a><p>${firstSentence(sections[0]!.text)}</p></li>`,
	);
	return html`<h1>Support Desk API</h1>
<p>Tickets, conversations and the knowledge base of this installation. Start with the <a href="@/guides/quickstart">quickstart</a>, or look an operation up in the <a href="@/reference">reference</a>.</p>
<ul class="guides">${items}</ul>`;
}

const firstSentence = (text: string) =>
	/^.*?\.(?=\s|$)/s.exec(text.trim())?.[0] ?? "";

/** Guides link to each other as files, so that they can be read in the repository, too. */
function toSite(target: string): string {
	const [, name, anchor = ""] = /^([\w-]+)\.md(#.*)?$/.exec(target) ?? [];
	if (name !== undefined) return `@/guides/${name}${anchor}`;
	return target.replace(/^\/docs(?=\/|$)/, "@");
}

/** Makes the site's links relative, for a proxy that serves it below another path. */
function relative(text: string, path: string): string {
	const depth = path.split("/").length - 1;
	const root = ["docs", ".", ".."][depth]!;
	const home = ["docs", "../docs", "../../docs"][depth]!;
	return text
		.replaceAll(/(href|src)="@(?=")/g, `$1="${home}`)
		.replaceAll(/(href|src|data-root)="@/g, `$1="${root}`);
}

function entriesOf(
	document: ApiDocument,
	guides: ReadonlyMap<string, Rendered>,
): Found[] {
	const ofGuides = [...guides].flatMap(([name, { title, sections }]) =>
		sections.map((section) => ({
			title: section.title,
			part: title,
			path: `/guides/${name}#${section.id}`,
			text: section.text.trim().slice(0, TEXT_LENGTH_MAX),
		})),
	);
	const ofReference = document.operations.map((operation) => ({
		title: operation.summary,
		part: operation.tag,
		path: `/reference/${operation.id}`,
		text: `${operation.method} ${operation.path} ${operation.id} ${operation.description}`.slice(
			0,
			TEXT_LENGTH_MAX,
		),
	}));
	return [...ofGuides, ...ofReference];
}
