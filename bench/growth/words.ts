const SYLLABLES = ["ka", "lo", "mi", "ren", "su", "tor", "va", "pel", "dun"];
const VOCABULARY = 20_000;

/** A generated word, with a natural distribution: few frequent, many rare. */
export function word(random: () => number): string {
	const rank = Math.floor(VOCABULARY ** random());
	const syllables = [];
	for (let n = rank; n > 0; n = Math.floor(n / SYLLABLES.length)) {
		syllables.push(SYLLABLES[n % SYLLABLES.length]);
	}
	return syllables.join("");
}
