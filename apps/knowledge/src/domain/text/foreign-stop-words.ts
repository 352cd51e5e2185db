/**
 * Words of other languages that say nothing about a question's topic: function words, question words and the courtesies of
 * support mail; folded, as the analyser compares them. By ISO 639-1.
 */
export const FOREIGN_STOP_WORDS: ReadonlyMap<
	string,
	ReadonlySet<string>
> = new Map(
	Object.entries({
		de:
			"aber alle allem allen aller alles als also am an andere anderen auch auf aus bei beim bin bis bist bitte bitten brauche da dabei damit danach dann " +
			"darf das dass dazu dein deine dem den denn der des dich die dies diese diesem diesen dieser dieses dir doch dort du durch ein eine einem einen " +
			"einer eines er es etwas euch euer eure fur ganz geht gibt gruss grusse gruessen gute guten habe haben hallo hat hatte hatten hier hilfe ich ihm ihn " +
			"ihnen ihr ihre ihrem ihren ihrer im immer in ins ist ja jede jeden jeder jedoch jetzt kann kannst kein keine keinen konnen konnten konnte lieber " +
			"liebe mal man mehr mein meine meinem meinen meiner mich mir mit mochte mochten muss mussen nach nicht nichts noch nun nur ob oder ohne schon sehr " +
			"sein seine sich sie sind so soll sollte sollen sowie tag uber um und uns unser unsere unter vielen viele vom von vor wann war waren warum was weil " +
			"welche welchem welchen welcher welches wenn wer werde werden wie wieder will wir wird wo wurde wurden zu zum zur zwischen danke freundlichen",
		fr:
			"afin ai aider ainsi alors apres au aucun aucune aussi autre autres aux avant avec avez avoir avons bien bonjour bonsoir car ce ceci cela celle celui " +
			"ces cet cette chez ci combien comme comment cordialement dans de depuis des deja dois doit donc du elle elles en encore entre es est et etait ete etes " +
			"etre eu fait faire faut il ils j jai je l la le les leur leurs lors lui m ma mais me meme merci mes moi mon n ne nest ni non nos notre nous on ont ou " +
			"par parce pas peu peut peux plait plus pour pourquoi pouvez pouvons puis puisje qu quand que quel quelle quelles quels qui quoi s sa sans se sera ses " +
			"si sil son sont souhaite souhaiterais sous sur ta te tes toi ton tous tout toute toutes tres trop tu un une vers voici voila vos votre vous voudrais veux",
		es:
			"a al algo alguna alguno ante antes aqui asi aun aunque ayuda bien buenas buenos cada como con contra cual cuales cuando cuanto de debe debo del desde " +
			"donde dos el ella ellas ellos en entre era eres es esa ese eso esta estaba estan estar estas este esto estos estoy favor fue gracias ha hace hacer han " +
			"hasta hay hola la las le les lo los mas me mi mis mucho muy nada necesito ni no nos nosotros nuestra nuestro o os otra otro para pero poco podria por " +
			"porque pude puede pueden puedo que quien quiero quisiera saludos se sea ser si sido sin sobre solo son soy su sus tal tambien tan te tengo tiene tienen " +
			"toda todas todo todos tu tus un una unas uno unos usted ustedes y ya yo",
		it:
			"a ad ai al alla alle allo altra altri altro anche ancora avere aveva avete ho buon buona buongiorno buonasera c che chi ci cio ciao come con cosa cosi " +
			"cui d da dagli dai dal dalla dalle del della delle dello dei degli devo di dopo dove due e ed era essere fa fare fatto favore fra gia gli grazie ha hai " +
			"hanno i il in io l la le lei li lo loro lui ma me mi mia mie miei mio molto ne nei nel nella nelle nello no noi non nostra nostro o ogni oppure per " +
			"perche pero piu poi posso possibile potete prego prima puo qual quale quali quando quanto quella quello questa queste questi questo qui s salve saluti " +
			"se sei senza si sia siamo siete solo sono sta sto su sua sue sui sul sulla suo suoi te ti tra tu tua tuo tutte tutti tutto un una uno vi voglio voi " +
			"vorrei vostra vostro",
		pt:
			"a ao aos aquela aquele aqui as assim ate bem boa boas bom com como cumprimentos da das de dela dele depois desde deve devo do dos e ela elas ele eles em " +
			"entre era essa esse esta estao estar estas este estes estou eu faco faz fazer favor foi ha isso isto ja la lhe mais mas me mesmo meu meus minha minhas " +
			"muito na nao nas nem nenhum no nos nossa nosso num numa o obrigada obrigado ola onde os ou outra outro para pela pelas pelo pelos perante pode podem " +
			"poderia por porque posso pouco preciso qual quais quando quanto que quem quero queria se sem ser seu seus sim so sobre sou sua suas tambem te tem tenho " +
			"ter teu toda todas todo todos tu um uma umas uns voce voces vos",
		nl:
			"aan al alle alleen als altijd alvast andere ben bent bij beste dan dank dankjewel dat de deze die dit doe doen door dus een en er ga gaat geen goede " +
			"graag groet groeten haar had hallo heb hebben hebt heeft heel hem het hier hij hoe hoeveel hun ik in is ja je jij jou jouw jullie kan kom komt kun " +
			"kunnen kunt maak maar mag me meer met mij mijn moet moeten na naar nee niet niets nog nu of om omdat onder ons onze ook op over te toch toe tot uit u " +
			"uw van vanaf veel via voor waar waarom wanneer want waren was wat we weer wel welk welke werd wie wil wilt word worden wordt ze zelf zich zij zijn zo " +
			"zonder zou",
		pl:
			"a aby ale albo ani az bardzo bez bo by byc byl byla bylo byly chce chcialabym chcialbym ci co cos czy czego dla dlaczego do dobry dzien dziekuje gdy " +
			"gdzie go i ich ile im innych inne inny ja jak jaka jaki jakie jako je jego jej jest jestem jeszcze jesli juz ka kiedy kto ktora ktore ktory ktorych " +
			"lub ma mam mi mnie moga moge mogl moj moja moje moze mozna mozecie musze my na nad nam nas nasz nasza nasze nawet nic nie niego nim o od on ona one oni " +
			"oraz po pod poniewaz potrzebuje pozdrawiam prosze przed przez przy raz sa sie skad swoj swoja swoje ta tak takze tam te tego tej ten teraz to tu tych " +
			"tylko tym u w we wiec witam wszystko wy z za zawsze ze zeby",
	}).map(([language, words]) => [language, new Set(words.split(" "))]),
);

/** Signs of Chinese that make no topic: particles, pronouns and question words. */
const CHINESE_FUNCTION =
	"的了吗呢吧啊呀么怎如何哪谁我你您他她它们这那是在有和与或就都也还很请把被对从到给让能可以会要想吗里上下个一不没";
const FUNCTION_PAIR = new RegExp(
	`^(?:[${CHINESE_FUNCTION}]+|\\p{Script=Hiragana}+)$`,
	"v",
);

/** Whether a pair of characters is grammar: Japanese writes endings and particles in hiragana. */
export function isFunctionPair(pair: string): boolean {
	return FUNCTION_PAIR.test(pair);
}
