export function Gaps() {
	return null;
}
