import { useQuery } from "@tanstack/react-query";
import { signInMethods } from "../api/session.ts";
import { Button } from "../design/button.tsx";
import { type SignInTextKey, useSignInText } from "./text.ts";

// The gateway takes no longer ones.
const RETURN_CHARACTERS_MAX = 500;

const MESSAGES: Readonly<Record<string, SignInTextKey>> = {
	oidc_state_mismatch: "provider.stateMismatch",
	oidc_refused: "provider.refused",
	oidc_email_unverified: "provider.emailUnverified",
	oidc_account_not_found: "provider.accountNotFound",
	oidc_identity_mismatch: "provider.identityMismatch",
	oidc_unavailable: "provider.unavailable",
};

/** Why the last sign-in at the provider did not succeed: the gateway leads back to `/sign-in?error=…`. */
export function useProviderError(): string | undefined {
	const text = useSignInText();
	const code = new URLSearchParams(location.search).get("error");
	if (location.pathname !== "/sign-in" || code === null) return undefined;
	return text(MESSAGES[code] ?? "provider.failed");
}

/** Leads to the installation's OpenID Connect provider, if there is one, and from there back to this page. */
export function ProviderButton() {
	const text = useSignInText();
	const oidc = useQuery(signInMethods).data?.oidc;
	if (!oidc) return null;
	const leave = () => {
		const { pathname, search } = location;
		const page = pathname + search;
		const isShown = pathname !== "/sign-in";
		const query =
			isShown && page.length <= RETURN_CHARACTERS_MAX
				? `?return_to=${encodeURIComponent(page)}`
				: "";
		location.assign(oidc.path + query);
	};
	return (
		<Button onClick={leave}>
			{oidc.name
				? text("provider.named", { name: oidc.name })
				: text("provider.unnamed")}
		</Button>
	);
}
