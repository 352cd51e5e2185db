const CID = /\bcid:([^"'\s<>)]{1,500})/gi;

/** The content ids that HTML shows images of. */
export function contentIdsIn(html: string | null): Set<string> {
	const ids = new Set<string>();
	for (const [, id] of html?.matchAll(CID) ?? []) ids.add(unescaped(id!));
	return ids;
}

function unescaped(id: string): string {
	try {
		return decodeURIComponent(id.replaceAll("&amp;", "&"));
	} catch {
		return id;
	}
}
