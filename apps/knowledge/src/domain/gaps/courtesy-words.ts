// What messages are made of that ask nothing: greetings, thanks and confirmations, in ten languages. Words are compared in
// lower case.

const wordSet = (words: string): ReadonlySet<string> =>
	new Set(words.normalize("NFKC").split(/\s+/));

/**
 * Words that say nothing about the matter: greetings, thanks, and the subjects of those who name none, "Question",
 * "Help please". A line or sentence of such words alone has no matter.
 */
export const COURTESY =
	wordSet(`hello hi hey dear sir madam team support service customer desk all everyone everybody guys folks there good morning
	afternoon evening day nice great have a an the my your our very much so many lot lots thanks thank you thx cheers in
	advance for help assistance time reply answer response understanding attention kind best warm regards greetings sincerely
	yours truly faithfully respectfully question questions query enquiry inquiry request ticket issue issues problem problems
	urgent important information info message mail email subject re fwd fw aw wg please pls kindly i we am is need want
	would like to ask some general quick short small simple one another just new hope well are doing week weekend and or of
	me can could with it anyone here contact
	hallo guten tag morgen abend sehr geehrte geehrter damen herren liebe lieber danke vielen dank bitte frage fragen hilfe
	problem anfrage anliegen dringend wichtig mit freundlichen grüßen viele schöne grüße im voraus für ihre eure hilfe ich
	habe eine brauche
	bonjour bonsoir madame monsieur merci beaucoup d avance pour votre aide question demande aide problème cordialement
	salutations bien à vous j ai une besoin s il vous plaît svp
	hola buenos días buenas tardes noches gracias muchas por su ayuda de antemano pregunta consulta ayuda problema saludos un
	cordial saludo estimados estimado favor tengo necesito
	buongiorno buonasera salve ciao grazie mille per il vostro aiuto in anticipo domanda richiesta aiuto problema cordiali
	saluti distinti gentili gentile ho una bisogno
	olá oi bom dia boa tarde noite obrigado obrigada pela pelo ajuda desde já pergunta dúvida problema pedido atenciosamente
	cumprimentos tenho uma preciso
	hoi goedemorgen goedemiddag goedenavond beste geachte heer mevrouw bedankt dank alvast voor uw jullie hulp vraag probleem
	met vriendelijke groet groeten ik heb een
	cześć witam dzień dobry dziękuję z góry za pomoc pytanie prośba problem pozdrawiam pozdrowienia mam proszę
	こんにちは 質問 お問い合わせ 問い合わせ よろしくお願いします ありがとうございます 助けてください
	你好 您好 问题 咨询 请问 谢谢 帮助 求助`);

/** Thanks for what was done. */
export const THANKS =
	/(?<!\p{Script=Latin})(?:thank(?:s| you)|thx|cheers|vielen dank|danke(?:schön)?|bedanke[nt]?|merci|remercie[rz]?|gracias|agradec\p{L}+|grazie|ringrazi\p{L}+|obrigad[oa]|bedank(?:t|en)|dziękuj\p{L}+|谢谢|ありがとう)(?!\p{Script=Latin})/iu;

/** What may stand before thanks, beside courtesy and confirmation. */
export const BEFORE_THANKS = wordSet(`wanted wish say once also oh wow big huge
	wollte wollten möchte möchten nur mich uns nochmal nochmals noch einmal herzlich herzlichen herzlichst ganz tausend sagen auch
	je nous voulais voulons voudrais tiens juste dire un grand mille encore vous
	quería queremos quiero solo decir dar les las de nuevo
	volevo volevamo solo dire vi ti molte tante
	queria só dizer muito
	wilde wil even zeggen nog hartelijk jullie je
	chciałem chciałam bardzo serdecznie jeszcze raz`);

/** After thanks, words with which somebody asks for something, or says that it does not work. */
export const ASKING =
	wordSet(`but however another please still not cannot don doesn didn isn wasn won can could would need want how when where why what
	aber bitte noch nicht kein keine keinen wie wann wo warum welche brauche möchte will könnten können
	mais plaît svp pas encore comment quand où pourquoi voudrais besoin pouvez
	pero favor no todavía cómo cuándo dónde necesito quiero puede pueden
	ma non ancora come quando dove perché vorrei potete può
	mas não ainda como quando onde preciso quero podem pode
	maar niet geen nog hoe wanneer waar waarom graag kunt kunnen
	ale nie jeszcze jak kiedy gdzie dlaczego proszę chcę chciałbym`);

/** What confirms that something works or is understood. */
export const CONFIRMATION =
	wordSet(`ok okay yes great perfect excellent wonderful awesome super fine works working worked solved fixed resolved sorted now again
	everything that this understood got already
	prima perfekt alles klar gut passt erledigt hat geklappt funktioniert es jetzt wieder nun das ja
	parfait c est bon ça marche fonctionne maintenant oui tout
	vale perfecto genial ya ahora funciona todo bien está sí
	va bene perfetto ottimo adesso ora tutto
	perfeito ótimo agora já tudo bem sim
	oké top gelukt het werkt weer nu
	dobrze świetnie już teraz działa wszystko tak
	了解しました 承知しました 解決しました 好的 可以了 解决了`);
