import { useText } from "../language/language.tsx";
import { useToasts } from "./toasts.tsx";

/** Copies a text, and says so, or that the browser does not permit it: on a page without a secure origin it has no clipboard. */
export function useCopy(): (content: string, done?: string) => Promise<void> {
	const text = useText();
	const { say, warn } = useToasts();
	return async (content, done = text("settings.copied")) => {
		try {
			await navigator.clipboard.writeText(content);
			say(done);
		} catch {
			warn(text("error.notCopied"));
		}
	};
}
