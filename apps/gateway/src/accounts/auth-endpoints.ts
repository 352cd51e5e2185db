import type { AccountsDeps } from "./accounts-deps.ts";
import type { AuthEndpoint } from "./auth-endpoint.ts";
import { oidcEndpoints } from "./oidc/endpoints.ts";
import { createProvider, type ProviderSettings } from "./oidc/provider.ts";
import { passwordEndpoints } from "./password-endpoints.ts";
import { secondFactorEndpoints } from "./second-factor-endpoints.ts";
import { sessionEndpoints } from "./session-endpoints.ts";

/** Everything below `/auth`. */
export function authEndpoints(
	deps: AccountsDeps,
	settings: ProviderSettings | undefined,
): AuthEndpoint[] {
	const provider = settings && createProvider(settings, deps);
	return [
		...sessionEndpoints(deps, provider),
		...passwordEndpoints(deps),
		...secondFactorEndpoints(deps),
		...oidcEndpoints(deps, settings, provider),
	];
}
