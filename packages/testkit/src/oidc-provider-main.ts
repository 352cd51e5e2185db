// An OpenID Connect provider as a process: node oidc-provider-main.ts PORT. People sign in with their claim `sub` and any
// password; a PUT to /people/SUB sets their other claims.
import { json } from "node:stream/consumers";
import { Provider } from "oidc-provider";

const [port = ""] = process.argv.slice(2);
const issuer = `http://127.0.0.1:${port}`;
const people = new Map<string, object>();

const provider = new Provider(issuer, {
	clients: [
		{
			client_id: "support-desk",
			client_secret: "a secret that only tests know",
			application_type: "native", // so that the redirection's port may be any
			redirect_uris: ["http://127.0.0.1/auth/oidc/callback"],
			token_endpoint_auth_method: "client_secret_basic",
		},
	],
	claims: { openid: ["sub"], email: ["email", "email_verified"] },
	cookies: { keys: ["a key that only tests know"] },
	pkce: { required: () => true },
	findAccount: (_context, accountId) => ({
		accountId,
		claims: () => ({ sub: accountId, ...people.get(accountId) }),
	}),
});
provider.use(async (context, next) => {
	const [, sub] = /^\/people\/(.+)$/.exec(context.path) ?? [];
	if (sub === undefined) return next();
	people.set(sub, (await json(context.req)) as object);
	context.status = 204;
});
provider.listen(Number(port), "127.0.0.1", () => console.log("listening"));
