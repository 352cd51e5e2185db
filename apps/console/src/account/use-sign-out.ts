import { SignInError, signOut } from "../api/session.ts";
import { useToasts } from "../design/toasts.tsx";
import { messageOf } from "../language/message-of.ts";

/** Signs the agent out, or says why not: without a connection the session goes on. */
export function useSignOut(): (everywhere?: boolean) => Promise<void> {
	const { warn } = useToasts();
	return (everywhere) =>
		signOut(everywhere).catch((error) => {
			const isOut =
				error instanceof SignInError && error.code === "session_expired";
			if (!isOut) warn(messageOf(error));
		});
}
