import { queryClient } from "../api/query-client.ts";
import { useToasts } from "../design/toasts.tsx";
import { useText } from "../language/language.tsx";
import { messageOf } from "../language/message-of.ts";

/** Runs a change, reads the lists again and says so. */
export function useAction(...keys: readonly string[]) {
	const text = useText();
	const { say, warn } = useToasts();
	return async <T>(
		change: () => Promise<T>,
		done: string = text("done.saved"),
		undo?: () => void,
	): Promise<T | undefined> => {
		try {
			const result = await change();
			await refresh(keys);
			say(done, undo);
			return result;
		} catch (error) {
			warn(messageOf(error));
			return undefined;
		}
	};
}

/** The same for a form, which shows itself why it was refused. */
export function useSave(...keys: readonly string[]) {
	const text = useText();
	const { say } = useToasts();
	return async <T>(
		change: Promise<T>,
		done: string = text("done.saved"),
	): Promise<T> => {
		const result = await change;
		await refresh(keys);
		say(done);
		return result;
	};
}

async function refresh(keys: readonly string[]): Promise<void> {
	await Promise.all(
		keys.map((key) => queryClient.invalidateQueries({ queryKey: [key] })),
	);
}
