import { type ReactNode, useMemo } from "react";
import styles from "./text-body.module.css";

const ADDRESS = /\bhttps?:\/\/[^\s<>"]+[^\s<>".,;:!?)\]]/g;

/** Plain text as it was written, with its addresses as links. */
export function TextBody({ text }: { readonly text: string }) {
	const parts = useMemo(() => linked(text), [text]);
	return <div className={styles.text}>{parts}</div>;
}

function linked(text: string): ReactNode[] {
	const parts: ReactNode[] = [];
	let end = 0;
	for (const match of text.matchAll(ADDRESS)) {
		parts.push(text.slice(end, match.index));
		parts.push(
			<a
				key={match.index}
				href={match[0]}
				target="_blank"
				rel="noreferrer noopener"
			>
				{match[0]}
			</a>,
		);
		end = match.index + match[0].length;
	}
	parts.push(text.slice(end));
	return parts;
}
