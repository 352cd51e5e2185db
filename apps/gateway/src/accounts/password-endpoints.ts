import { z } from "../openapi/zod.ts";
import type { AccountsDeps } from "./accounts-deps.ts";
import { type AuthEndpoint, authEndpoint } from "./auth-endpoint.ts";
import { changePassword } from "./change-password.ts";
import { email, language, password, workspaceId } from "./fields.ts";
import { forgottenPassword } from "./forgotten-password.ts";

const Forgotten = z.strictObject({
	email,
	workspace_id: workspaceId,
	language,
});
const Changed = z.strictObject({
	current_password: password,
	new_password: password,
});

export function passwordEndpoints(deps: AccountsDeps): AuthEndpoint[] {
	return [
		authEndpoint<z.infer<typeof Forgotten>>({
			method: "post",
			path: "/forgotten-password",
			body: Forgotten,
			async call({ body, browser }) {
				const { email, language, workspace_id: workspaceId } = body;
				const request = { email, language, workspaceId };
				await forgottenPassword(deps, request, browser);
				return { json: { requested: true }, status: 202 };
			},
		}),
		authEndpoint<z.infer<typeof Changed>>({
			method: "post",
			path: "/password",
			body: Changed,
			async callSignedIn({ body, browser }, signedIn) {
				const request = {
					current: body.current_password,
					next: body.new_password,
				};
				await changePassword(deps, signedIn, request, browser);
				return { json: { changed: true } };
			},
		}),
	];
}
