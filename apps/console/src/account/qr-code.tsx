import encodeQR from "qr";
import { useMemo } from "react";

// What the standard asks for around it.
const BORDER = 4;

/** A QR code, drawn here: what it says leaves the browser only by a camera. */
export function QrCode({
	text,
	label,
}: {
	readonly text: string;
	readonly label: string;
}) {
	const rows = useMemo(
		() => encodeQR(text, "raw", { ecc: "low", border: BORDER }),
		[text],
	);
	return (
		<svg
			viewBox={`0 0 ${rows.length} ${rows.length}`}
			shapeRendering="crispEdges"
			role="img"
			aria-label={label}
		>
			<path d={pathOf(rows)} />
		</svg>
	);
}

/** One square for each dark module. */
function pathOf(rows: readonly (readonly boolean[])[]): string {
	return rows
		.flatMap((row, y) =>
			row.map((isDark, x) => (isDark ? `M${x} ${y}h1v1h-1z` : "")),
		)
		.join("");
}
