/** A browser at an OpenID Connect provider, without scripts: it keeps cookies and fills in the form. */
export interface Visitor {
	/**
	 * Opens the address of an authorization request and signs in. Returns the address that the provider leads back to.
	 *
	 * @param person the id; the provider refuses if none is given
	 */
	signIn(authorization: string, person?: string): Promise<string>;
}

const REDIRECTIONS_MAX = 10;

export function createVisitor(issuer: string): Visitor {
	const cookies = new Map<string, string>();
	const send = async (url: string, form?: Record<string, string>) => {
		const response = await fetch(url, {
			method: form ? "POST" : "GET",
			body: form && new URLSearchParams(form),
			headers: {
				Cookie: [...cookies].map((each) => each.join("=")).join("; "),
			},
			redirect: "manual",
		});
		for (const set of response.headers.getSetCookie()) {
			const [pair = ""] = set.split(";");
			const at = pair.indexOf("=");
			cookies.set(pair.slice(0, at), pair.slice(at + 1));
		}
		return response;
	};
	return {
		async signIn(authorization, person) {
			let response = await send(authorization);
			const forms: Record<string, string>[] = [
				{ prompt: "login", login: person ?? "", password: "any" },
				{ prompt: "consent" },
			];
			for (let n = 0; n < REDIRECTIONS_MAX; n += 1) {
				const location = response.headers.get("location");
				if (location === null)
					throw new Error(`the provider: ${await response.text()}`);
				const next = new URL(location, issuer).href;
				if (!next.startsWith(`${issuer}/`)) return next;
				if (!next.includes("/interaction/")) response = await send(next);
				else if (person === undefined) response = await send(`${next}/abort`);
				else response = await send(next, forms.shift());
			}
			throw new Error("the provider leads nowhere");
		},
	};
}
