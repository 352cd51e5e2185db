import { stem } from "@supportdesk/text/stem.ts";

/** Two sides of one matter, in a line each: an article about one side seldom answers a question about the other. */
const OPPOSITES = `
enable activate / disable deactivate
add create invite appoint register / remove delete erase dismiss
install / uninstall
connect pair / disconnect unpair
subscribe / unsubscribe
import / export
upload / download
upgrade / downgrade
pause suspend / resume unpause
lock / unlock
block ban / unblock unban
archive / unarchive
mute / unmute
publish / unpublish
share / unshare
hide / unhide
link / unlink
attach / detach
assign / unassign
pin / unpin
follow / unfollow
encrypt / decrypt
compress / decompress
freeze / unfreeze
verify / unverify
open / close shut
start begin / stop end finish
join / leave quit
enter / exit
accept approve / reject decline refuse deny
increase raise extend / decrease reduce lower shorten
buy purchase / sell
deposit / withdraw
lend / borrow
send outgoing outbound / receive incoming inbound
delete cancel / restore reactivate recover reinstate undelete
shut / reopen
merge combine / split separate
expand / collapse
zoom / unzoom
fast faster quick quicker / slow slower
cheap cheaper / expensive
few fewer / many
long longer / short shorter
high higher / low lower
big bigger large larger / small smaller
strong stronger / weak weaker
empty / full
watery mild / strong bitter
thick / thin
hot hotter warm warmer overheat / cold colder cool freeze
loud louder noisy noisier / quiet quieter silent
bright brighter / dark darker dim
wet / dry
minimum least / maximum most
early earlier / late later
lost missing stolen / found
missing / extra surplus
daily / weekly / monthly / quarterly quarter / yearly annual annually
free / paid
public / private
personal private consumer / business company corporate
domestic national inland / international abroad overseas
manual manually / automatic automatically
temporary temporarily / permanent permanently
caffeinated / decaffeinated decaf
online / offline
ascending / descending
credit / debit
arrival arrive / departure depart
inside indoor / outside outdoor
change edit modify update rename / delete remove erase
create issue generate request submit apply book reserve / revoke withdraw
book reserve renew / cancel
renew / expire
buy purchase / redeem return
keep / release
hire / dismiss fire
register / deregister unregister
load / unload
plug / unplug
fill / drain
charge / discharge
tighten / loosen
save / discard
allow permit / forbid prohibit
gain win / lose
landlord / tenant
employer / employee
buyer / seller
sender / recipient receiver
driver / passenger
gross / net
paper / electronic digital
first / last
+on / +off
+in / +out
+up / +down
+before +within / +after
+with / +without
`;

/** Things of one kind: who asks for one does not want another. */
const KINDS = `
android samsung pixel, iphone ios ipad, windows, mac macos macbook, linux ubuntu, chromebook, blackberry
chrome, firefox, safari, edge, opera
outlook, thunderbird, gmail
wordpress, joomla, drupal, typo3
mysql mariadb, postgresql postgres, mongodb, oracle, sqlite
php, python, java, ruby, node
paypal, visa mastercard, amex, klarna, bitcoin crypto, cheque check, cash
wifi wi-fi wlan, bluetooth, ethernet, usb
owner, administrator admin, manager, member, guest visitor, editor, viewer, agent, developer, moderator, contributor, auditor, accountant, observer, freelancer contractor, trainee intern, teacher, driver, tenant, landlord
solo, team, fleet, starter, basic, standard, plus, pro, premium, business, enterprise, ultimate, professional, family, individual, free, silver, gold, platinum, bronze
mini, midi, maxi max, lite, nano, ultra, duo, trio, classic, compact
email mail, phone telephone mobile, fax, sms, post letter
facebook, google, apple, microsoft, twitter, linkedin, instagram, slack, zoom
dog, cat, horse pony, rabbit, bird parrot, hamster, fish, donkey, tortoise
csv, xml, json, pdf, excel xls xlsx, word doc docx
slack, discord, skype, whatsapp, telegram
jira, trello, asana, notion, basecamp
github, gitlab, bitbucket
dropbox, onedrive, icloud, sharepoint
okta, azure, onelogin
alexa, siri, cortana
sap, datev, xero, quickbooks, sage
shopify, woocommerce, magento, etsy, ebay, amazon
salesforce, hubspot, zendesk
dhl, ups, fedex, dpd, hermes, gls
car, bicycle bike, motorcycle motorbike, truck lorry, van
coffee, tea
english, german, french, spanish, italian, portuguese, dutch, polish, japanese, chinese
germany german, austria, switzerland swiss, france french, spain spanish, italy italian, portugal, netherlands holland dutch, belgium, luxembourg, denmark danish, norway norwegian, sweden swedish, finland finnish, iceland, ireland irish, britain uk england scotland wales british, poland polish, czechia, slovakia, hungary, romania, bulgaria, greece greek, turkey turkish, croatia, slovenia, serbia, ukraine, russia, estonia, latvia, lithuania, usa america american, canada canadian, mexico, brazil, argentina, chile, peru, colombia, australia australian, zealand, japan japanese, china chinese, korea, india indian, pakistan, singapore, thailand, vietnam, indonesia, malaysia, philippines, israel, egypt, nigeria, kenya, morocco, emirates dubai, arabia
`;

/** The same, but a question may name one in passing: when or where something happened. */
const CIRCUMSTANCES = `
first, second, third
spring, summer, autumn, winter
january, february, april, june, july, august, september, october, november, december
airport, station, hotel, office, school, hospital, restaurant
kitchen, bathroom, bedroom, garage, balcony, garden
rain, snow, storm, ice, fog
monday, tuesday, wednesday, thursday, friday, saturday, sunday
black, white, red, green, blue, yellow, silver, gold
adult, child children, student, senior pensioner, baby infant
train, bus, plane flight, ferry, taxi
`;

const stems = (words: string) =>
	words
		.split(/[\s,]+/)
		.filter((word) => word !== "")
		.map((word) => (word.startsWith("+") ? word : stem(word.replace("-", ""))));

/** What a term stands for: the terms of the same meaning, and those that exclude it. */
export interface Contrast {
	readonly same: readonly string[];
	readonly others: readonly string[];
	/** Whether an article that has none of them may still be meant. */
	readonly inPassing: boolean;
}

function contrasts(
	text: string,
	separator: string,
	inPassing = true,
): Map<string, Contrast[]> {
	const byTerm = new Map<string, Contrast[]>();
	for (const line of text.trim().split("\n")) {
		const sides = line.split(separator).map(stems);
		for (const same of sides) {
			const others = sides.filter((side) => side !== same).flat();
			for (const term of same)
				byTerm.set(term, [
					...(byTerm.get(term) ?? []),
					{ same, others, inPassing },
				]);
		}
	}
	return byTerm;
}

const OPPOSITES_OF = contrasts(OPPOSITES, "/");
const KINDS_OF = contrasts(KINDS, ",", false);
const CIRCUMSTANCES_OF = contrasts(CIRCUMSTANCES, ",");

export const oppositesOf = (term: string): readonly Contrast[] =>
	OPPOSITES_OF.get(term) ?? [];

export const kindsOf = (term: string): readonly Contrast[] => [
	...(KINDS_OF.get(term) ?? []),
	...(CIRCUMSTANCES_OF.get(term) ?? []),
];

const SWITCHED =
	/\b(?:turn|switch|sign|log|logg|opt|check|power|clock|hand|cash|move|phas|fade)(?:s|ed|ing|n?ing)?\s(?:\S+\s){0,4}?(on|off|in|out)\b/g;
const STEPPED =
	/\b(?:go|goes|going|gone|went|mov|scal|step|shift)(?:e|es|ed|ing)?\s(?:\S+\s){0,2}?(up|down)\b/g;
const RELATED = /\b(before|after|within|with|without)\b/g;
const MOVED =
	/\b(from|to|into)\s(?:(?:the|a|an|my|our|your|another)\s)?([\p{L}\p{N}-]+)/gu;

/**
 * What the small words of a text say, which are no terms: `+off` of "turn it off", `<fleet` and `>team` of "from Fleet to
 * Team". They are written with a sign that no term has.
 */
export function directionMarks(text: string): string[] {
	const folded = text.toLowerCase();
	const ways = [SWITCHED, STEPPED, RELATED]
		.flatMap((pattern) => [...folded.matchAll(pattern)])
		.map(([, way]) => `+${way}`);
	const moved = [...folded.matchAll(MOVED)].map(
		([, way, place]) => `${way === "from" ? "<" : ">"}${stem(place!)}`,
	);
	return [...new Set([...ways, ...moved])];
}

/** Whether a term of a profile is a mark of {@link directionMarks}. */
export const isMark = (term: string): boolean => /^[+<>]/.test(term);

/** The mark of the other direction; undefined for a term that is none. */
export function reversed(mark: string): string | undefined {
	if (mark.startsWith("<")) return `>${mark.slice(1)}`;
	return mark.startsWith(">") ? `<${mark.slice(1)}` : undefined;
}

/** Whether a mark turns the action round: `+off`; `+after` may only say when. */
export const isTurn = (mark: string): boolean =>
	/^\+(?:on|off|in|out|up|down)$/.test(mark);
