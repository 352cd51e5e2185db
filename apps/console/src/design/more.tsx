import { useText } from "../language/language.tsx";
import { Button } from "./button.tsx";
import styles from "./more.module.css";

/** The end of a list that has another page. */
export function More({
	list,
}: {
	readonly list: {
		readonly hasNextPage: boolean;
		readonly isFetchingNextPage: boolean;
		fetchNextPage(): unknown;
	};
}) {
	const text = useText();
	if (!list.hasNextPage) return null;
	return (
		<div className={styles.more}>
			<Button
				kind="quiet"
				disabled={list.isFetchingNextPage}
				onClick={() => list.fetchNextPage()}
			>
				{text("action.more.list")}
			</Button>
		</div>
	);
}
