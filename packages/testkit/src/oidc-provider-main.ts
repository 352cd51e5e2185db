// An OpenID Connect provider as a process: node oidc-provider-main.ts PORT. People sign in with their claim `sub` and any
// password; a PUT to /people/SUB sets their other claims. Who signs out with an ID token of this session is not asked.
import { json } from "node:stream/consumers";
import { type KoaContextWithOIDC, Provider } from "oidc-provider";

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
			post_logout_redirect_uris: ["http://127.0.0.1/sign-in"],
			token_endpoint_auth_method: "client_secret_basic",
		},
	],
	claims: { openid: ["sub"], email: ["email", "email_verified"] },
	cookies: { keys: ["a key that only tests know"] },
	pkce: { required: () => true },
	features: { rpInitiatedLogout: { logoutSource: askWhoSignsOut } },
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

function askWhoSignsOut(context: KoaContextWithOIDC, form: string): void {
	const { entities, session } = context.oidc;
	const hint = entities.IdTokenHint?.payload.sub;
	const isKnown = hint !== undefined && hint === session?.accountId;
	context.body = isKnown
		? form.replace(
				"</form>",
				'<input type="hidden" name="logout" value="yes"/></form><script>document.forms[0].submit()</script>',
			)
		: `<title>Sign out?</title>${form}<button form="op.logoutForm" name="logout" value="yes">Yes, sign me out</button>`;
}

provider.listen(Number(port), "127.0.0.1", () => console.log("listening"));
