export function Figures() {
	return null;
}
