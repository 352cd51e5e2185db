import { useQuery } from "@tanstack/react-query";
import { useMe } from "../api/directory.ts";
import { useLanguage } from "../language/language.tsx";
import styles from "./count.module.css";
import { counts } from "./counts.ts";
import type { View } from "./views.ts";

/** How many tickets a view has. */
export function Count({ view }: { readonly view: View }) {
	const { language } = useLanguage();
	const me = useMe();
	const { data } = useQuery({
		...counts(me?.owner.id ?? ""),
		enabled: me !== undefined,
	});
	const count = data?.[view];
	if (!count) return null;
	return (
		<span className={styles.count}>
			{new Intl.NumberFormat(language, { notation: "compact" }).format(count)}
		</span>
	);
}
