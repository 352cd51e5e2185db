import { messageOf } from "../api/desk.ts";
import { queryClient } from "../api/query-client.ts";
import { useToasts } from "../design/toasts.tsx";
import { useText } from "../language/language.tsx";

/** Runs a change, reads the list again and says so. */
export function useAction(key: string) {
	const text = useText();
	const { say, warn } = useToasts();
	return async <T>(change: () => Promise<T>): Promise<T | undefined> => {
		try {
			const result = await change();
			await queryClient.invalidateQueries({ queryKey: [key] });
			say(text("done.saved"));
			return result;
		} catch (error) {
			warn(messageOf(error));
			return undefined;
		}
	};
}

/** The same for a form, which shows itself why it was refused. */
export function useSave(key: string) {
	const text = useText();
	const { say } = useToasts();
	return async <T>(change: Promise<T>): Promise<T> => {
		const result = await change;
		await queryClient.invalidateQueries({ queryKey: [key] });
		say(text("done.saved"));
		return result;
	};
}
