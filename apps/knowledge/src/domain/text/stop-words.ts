/**
 * English words that say nothing about a question's topic: function words, and the courtesies of support mail.
 * Kept in their written form; the analyser compares before stemming.
 */
export const STOP_WORDS: ReadonlySet<string> = new Set(
	(
		"a about after again all also am an and another any anyone are as at be because been before being both but by can cannot could did do does doing done " +
		"dont for from further get getting give given go going got had has have having he hello help her here hers hey hi him his how i if im in into is it its " +
		"ive just kindly know let like look me might mine more most much must my myself need no nor not now of off on once one only or other our out over own " +
		"please regarding same see shall she should so some someone such tell than thank thanks that the their them then there these they thing this those " +
		"through to too try trying under until up us use used using very want wanted was way we were what when where whether which while who whom whose why " +
		"will with within without won would yes yet you your yours"
	).split(" "),
);
