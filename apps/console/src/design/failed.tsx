import { useText } from "../language/language.tsx";
import { Button } from "./button.tsx";
import { Empty } from "./empty.tsx";

/** A query, as far as it is needed to try again. */
export interface Fetched {
	readonly isError: boolean;
	refetch(): unknown;
}

/** In place of what could not be fetched. */
export function Failed({ query }: { readonly query: Fetched }) {
	const text = useText();
	return (
		<Empty icon="warning" title={text("error.notLoaded")}>
			<Button onClick={() => query.refetch()}>{text("action.retry")}</Button>
		</Empty>
	);
}
