export function Contacts() {
	return null;
}
