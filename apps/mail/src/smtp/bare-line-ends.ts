const CR = 0x0d;
const LF = 0x0a;

/**
 * Whether a mail has a CR or an LF that is not one half of a line end. A server that takes these for line ends sees other
 * lines than the next one does, by which mails are smuggled into others (RFC 5321, 2.3.8, forbids them).
 */
export function hasBareLineEnds(raw: Buffer): boolean {
	for (let at = raw.indexOf(LF); at !== -1; at = raw.indexOf(LF, at + 1))
		if (raw[at - 1] !== CR) return true;
	for (let at = raw.indexOf(CR); at !== -1; at = raw.indexOf(CR, at + 1))
		if (raw[at + 1] !== LF) return true;
	return false;
}
