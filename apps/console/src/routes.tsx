import {
	createRootRoute,
	createRoute,
	createRouter,
	lazyRouteComponent,
	redirect,
} from "@tanstack/react-router";
import { Inbox } from "./inbox/inbox.tsx";
import { readFilters, VIEWS, type View } from "./inbox/views.ts";
import { Gate } from "./shell/gate.tsx";
import { NotLoaded } from "./shell/not-loaded.tsx";

const root = createRootRoute();

const desk = createRoute({
	getParentRoute: () => root,
	id: "desk",
	component: Gate,
});

const toOwnInbox = () => {
	throw redirect({
		to: "/inbox/$view",
		params: { view: "mine" },
		replace: true,
	});
};

const home = createRoute({
	getParentRoute: () => desk,
	path: "/",
	beforeLoad: toOwnInbox,
});

const inboxHome = createRoute({
	getParentRoute: () => desk,
	path: "/inbox",
	beforeLoad: toOwnInbox,
});

const inbox = createRoute({
	getParentRoute: () => desk,
	path: "/inbox/$view",
	params: {
		parse: ({ view }) => ({
			view: VIEWS.find((each) => each === view) ?? "all",
		}),
		stringify: ({ view }: { view: View }) => ({ view }),
	},
	validateSearch: readFilters,
	component: Inbox,
});

const ticket = createRoute({
	getParentRoute: () => inbox,
	path: "/$ticketId",
});

const contacts = createRoute({
	getParentRoute: () => desk,
	path: "/contacts",
	validateSearch: (search: Record<string, unknown>): { q?: string } => ({
		q: typeof search.q === "string" && search.q ? search.q : undefined,
	}),
	component: lazyRouteComponent(
		() => import("./contacts/contacts.tsx"),
		"Contacts",
	),
});

const contact = createRoute({
	getParentRoute: () => contacts,
	path: "/$contactId",
});

const knowledge = createRoute({
	getParentRoute: () => desk,
	path: "/knowledge",
	validateSearch: (search: Record<string, unknown>): { gap?: string } => ({
		gap: typeof search.gap === "string" ? search.gap : undefined,
	}),
	component: lazyRouteComponent(
		() => import("./knowledge/knowledge.tsx"),
		"Knowledge",
	),
});

const article = createRoute({
	getParentRoute: () => knowledge,
	path: "/$articleId",
});

const gaps = createRoute({
	getParentRoute: () => desk,
	path: "/gaps",
	component: lazyRouteComponent(() => import("./gaps/gaps.tsx"), "Gaps"),
});

const figures = createRoute({
	getParentRoute: () => desk,
	path: "/figures",
	component: lazyRouteComponent(
		() => import("./figures/figures.tsx"),
		"Figures",
	),
});

const settings = createRoute({
	getParentRoute: () => desk,
	path: "/settings",
	component: lazyRouteComponent(
		() => import("./settings/settings.tsx"),
		"Settings",
	),
});

const settingsSection = createRoute({
	getParentRoute: () => settings,
	path: "/$section",
});

const signInPage = createRoute({
	getParentRoute: () => root,
	path: "/sign-in",
	component: lazyRouteComponent(
		() => import("./sign-in/link.tsx"),
		"SignInPage",
	),
});

const invitationPage = createRoute({
	getParentRoute: () => root,
	path: "/accept-invitation",
	component: lazyRouteComponent(
		() => import("./sign-in/link.tsx"),
		"InvitationPage",
	),
});

const resetPage = createRoute({
	getParentRoute: () => root,
	path: "/reset-password",
	component: lazyRouteComponent(
		() => import("./sign-in/link.tsx"),
		"ResetPage",
	),
});

export const router = createRouter({
	routeTree: root.addChildren([
		desk.addChildren([
			home,
			inboxHome,
			inbox.addChildren([ticket]),
			contacts.addChildren([contact]),
			knowledge.addChildren([article]),
			gaps,
			figures,
			settings.addChildren([settingsSection]),
		]),
		signInPage,
		invitationPage,
		resetPage,
	]),
	defaultPreload: "intent",
	// Each view has its own: what surrounds it stays.
	defaultErrorComponent: NotLoaded,
});

declare module "@tanstack/react-router" {
	interface Register {
		router: typeof router;
	}
}
