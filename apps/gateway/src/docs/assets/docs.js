// The documentation without this script: all languages of an example, and neither search nor requests.
const KEY = "supportdesk.key";
const LANGUAGE = "supportdesk.language";
const FOUND_MAX = 20;
const root = document.documentElement.dataset.root;

/** The key stays in this tab: it is gone when the tab is closed, and no server gets it but this installation. */
function keepKey() {
	const form = document.querySelector(".key");
	const input = form.querySelector("input");
	input.value = sessionStorage.getItem(KEY) ?? "";
	input.addEventListener("input", () =>
		sessionStorage.setItem(KEY, input.value.trim()),
	);
	form.addEventListener("submit", (event) => event.preventDefault());
	form.hidden = false;
}

function foldMenu() {
	const narrow = matchMedia("(max-width: 52rem)");
	const menu = document.querySelector(".menu");
	const fold = () => {
		menu.open = !narrow.matches;
	};
	narrow.addEventListener("change", fold);
	fold();
}

function chooseLanguages() {
	const show = (language) => {
		for (const group of document.querySelectorAll(".examples")) {
			const languages = group.dataset.languages.split(" ");
			const shown = languages.includes(language) ? language : languages[0];
			for (const pre of group.querySelectorAll("pre"))
				pre.hidden = pre.dataset.language !== shown;
			for (const button of group.querySelectorAll("[data-choose]"))
				button.ariaPressed = String(button.dataset.choose === shown);
		}
	};
	for (const choice of document.querySelectorAll(".languages")) {
		choice.hidden = false;
		choice.addEventListener("click", ({ target }) => {
			const { choose } = target.dataset;
			if (!choose) return;
			sessionStorage.setItem(LANGUAGE, choose);
			show(choose);
		});
	}
	show(sessionStorage.getItem(LANGUAGE) ?? "sh");
}

function addSearch() {
	const form = document.querySelector(".search");
	const input = form.querySelector("input");
	const found = form.querySelector(".found");
	let entries;
	const search = async () => {
		const words = input.value.toLowerCase().split(/\s+/).filter(Boolean);
		entries ??= fetch(`${root}/search.json`).then((response) =>
			response.json(),
		);
		showFound(found, words.length > 0 ? rank(await entries, words) : undefined);
	};
	input.addEventListener("input", search);
	form.addEventListener("submit", (event) => {
		event.preventDefault();
		found.querySelector("a")?.click();
	});
	document.addEventListener("keydown", (event) => {
		const isWriting = /^(input|textarea|select)$/i.test(event.target.tagName);
		if (event.key === "Escape") found.hidden = true;
		if (event.key !== "/" || isWriting) return;
		event.preventDefault();
		input.focus();
	});
	document.addEventListener("click", ({ target }) => {
		if (!form.contains(target)) found.hidden = true;
	});
	form.hidden = false;
}

/** Entries that have all words, those first that have them in their titles. */
function rank(entries, words) {
	return entries
		.map((entry) => {
			const title = entry.title.toLowerCase();
			const all = `${title} ${entry.part} ${entry.text}`.toLowerCase();
			const isFound = words.every((word) => all.includes(word));
			const inTitle = words.filter((word) => title.includes(word)).length;
			return {
				entry,
				score: isFound ? 1 + 2 * inTitle - title.length / 1_000 : 0,
			};
		})
		.filter(({ score }) => score > 0)
		.sort((a, b) => b.score - a.score)
		.map(({ entry }) => entry);
}

function showFound(found, entries) {
	found.hidden = entries === undefined;
	if (!entries) return;
	found.querySelector("p").textContent =
		entries.length === 1 ? "1 result" : `${entries.length} results`;
	const items = entries.slice(0, FOUND_MAX).map(({ title, part, path }) => {
		const link = document.createElement("a");
		link.href = `${root}${path}`;
		link.textContent = title;
		const place = document.createElement("span");
		place.textContent = part;
		const item = document.createElement("li");
		item.append(link, place);
		return item;
	});
	found.querySelector("ul").replaceChildren(...items);
}

function addTrial() {
	const form = document.querySelector(".try");
	if (!form) return;
	const status = form.querySelector(".status");
	const answer = form.querySelector(".answer");
	form.addEventListener("submit", async (event) => {
		event.preventDefault();
		status.textContent = "Sending …";
		answer.hidden = true;
		try {
			const response = await send(form);
			const text = await response.text();
			status.textContent = `${response.status} ${response.headers.get("x-request-id")}`;
			answer.textContent = pretty(text);
			answer.hidden = false;
		} catch (error) {
			status.textContent = `No response: ${error.message}`;
		}
	});
	form.hidden = false;
}

function send(form) {
	const { method, path } = form.dataset;
	const headers = new Headers();
	const key = sessionStorage.getItem(KEY);
	if (key) headers.set("Authorization", `Bearer ${key}`);
	const query = new URLSearchParams();
	let filled = path;
	for (const field of form.querySelectorAll("[data-place]")) {
		const value = field.value.trim();
		const { place } = field.dataset;
		if (place === "path")
			filled = filled.replace(`{${field.name}}`, encodeURIComponent(value));
		else if (value === "") continue;
		else if (place === "query") query.set(field.name, value);
		else headers.set(field.name, value);
	}
	const body = form.querySelector("textarea")?.value;
	if (body) headers.set("Content-Type", "application/json");
	const text = query.toString();
	return fetch(`${root}/..${filled}${text && `?${text}`}`, {
		...{ method, headers, credentials: "omit" },
		body: body || undefined,
	});
}

function pretty(text) {
	try {
		return JSON.stringify(JSON.parse(text), null, 2);
	} catch {
		return text;
	}
}

keepKey();
foldMenu();
chooseLanguages();
addSearch();
addTrial();
