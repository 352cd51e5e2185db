import { useQuery } from "@tanstack/react-query";
import { useLanguage } from "../language/language.tsx";
import styles from "./count.module.css";
import { COUNTED_MAX, counts } from "./counts.ts";
import type { View } from "./views.ts";

/** How many tickets a view has. */
export function Count({ view }: { readonly view: View }) {
	const { language } = useLanguage();
	const { data } = useQuery(counts);
	const count = data?.[view];
	if (!count) return null;
	return (
		<span className={styles.count}>
			{count < COUNTED_MAX
				? new Intl.NumberFormat(language).format(count)
				: `${COUNTED_MAX - 1}+`}
		</span>
	);
}
