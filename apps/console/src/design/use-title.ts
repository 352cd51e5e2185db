import { useEffect } from "react";

/** Names the page in the browser's tab and history; undefined where a part of the page does. */
export function useTitle(title: string | undefined): void {
	useEffect(() => {
		if (title) document.title = `${title} · Support Desk`;
	}, [title]);
}
