import { useEffect, useEffectEvent, useRef, useState } from "react";

const TYPING_MS = 250;

/** The text of a search field: searches once the typing pauses, and follows the address when another list is opened. */
export function useSearchText(
	searched: string | undefined,
	onSearch: (q: string | undefined) => void,
): readonly [typed: string, setTyped: (typed: string) => void] {
	const [typed, setTyped] = useState(searched ?? "");
	const own = useRef(searched);
	// As it is then: a filter may be chosen while the search still waits for more letters.
	const search = useEffectEvent(() => {
		const q = typed.trim() || undefined;
		if (q === searched) return;
		own.current = q;
		onSearch(q);
	});
	// biome-ignore lint/correctness/useExhaustiveDependencies: only typing starts a search
	useEffect(() => {
		const timer = setTimeout(search, TYPING_MS);
		return () => clearTimeout(timer);
	}, [typed]);
	useEffect(() => {
		// What was typed here comes back through the address, perhaps behind further letters.
		if (searched === own.current) return;
		own.current = searched;
		setTyped(searched ?? "");
	}, [searched]);
	return [typed, setTyped];
}
