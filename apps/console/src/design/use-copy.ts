import { useText } from "../language/language.tsx";
import { useToasts } from "./toasts.tsx";

/** Copies a text, and says so, or that the browser does not permit it. */
export function useCopy(): (content: string) => Promise<void> {
	const text = useText();
	const { say, warn } = useToasts();
	return (content) =>
		navigator.clipboard.writeText(content).then(
			() => say(text("settings.copied")),
			() => warn(text("error.unexpected")),
		);
}
