import { stem } from "@supportdesk/text/stem.ts";

/** Words of support with nearly one meaning, in a line each. */
const SYNONYMS = `
add create new make set setup register enter
delete remove erase wipe
cancel end terminate stop quit leave resign
change edit modify update alter adjust switch exchange swap replace correct
find found locate search look
see view show display read
buy bought purchase order
sell sold resell
cost price fee charge expensive fare rate tariff
free gratis complimentary
pay payment paid settle
bill invoice receipt
refund reimburse reimbursement moneyback repay compensation
money cash funds
send sent ship deliver dispatch post transmit
delivery shipping shipment
parcel package packet box
receive get arrive come
return back
fix fixed repair mend restore
broken broke break damaged defective faulty defect crushed
fault error problem issue trouble malfunction
fail failed unsuccessful reject refuse decline deny
mail email
letter post
phone mobile telephone smartphone cellphone
call ring telephone
login logon signin sign log
password passcode passphrase secret
account profile
address street
house home flat apartment
colleague coworker employee staff teammate worker
person people someone somebody user
boss manager supervisor
company firm business employer
customer client
invite add access
permission right role access
app application program software
device machine appliance unit robot
website site page homepage
internet network wifi online web
connection signal link
picture photo image
download export copy
upload import load
file document spreadsheet csv table
data information details
backup copy
delay late overdue
missing lost lose absent disappear
steal stole stolen theft thief burglary
lock locked block blocked
begin start launch
install setup
upgrade update version release newer
old previous former
subscription plan package contract
pause suspend hold interrupt
discount voucher coupon promo reduction off
gift present
guarantee warranty
instalment installment rate
bank account
card credit debit
holiday vacation leave trip travel journey
sick ill illness disease
salary wage pay
overtime extra
tax vat
clean wash rinse
dirty stained
loud noisy noise rattle screech
leak drip puddle water
hot heat overheat warm
cold cool
slow slowly
quick fast rapidly soon
small little
big large bigger huge
child kid
dog puppy
car vehicle auto
bicycle bike
garden lawn turf grass
luggage suitcase baggage bag
seat place
ticket fare
station stop
train railway
eat ate eaten food meal
sleep night
child children kid son daughter
part spare component
blade knife
battery accumulator
code pin number
friend family sister brother
newsletter advertising advertisement ads marketing
spam junk
folder directory
certificate ssl https secure
domain address
forward redirect
reply answer respond response
question inquiry enquiry
help support assistance
store keep storage
move transfer migrate relocate
location branch office
share pass
report statistics analytics
monthly month
yearly annual year
weekly week
daily day
confirm verify verification
activate enable
deactivate disable
forget forgot forgotten remember
write wrote written
choose chose chosen select pick
take took taken
keep kept retain
make made
build built
burn burnt
hide hid hidden
freeze froze frozen
throw threw dispose
tear torn
wear worn
hold held
drive drove driven
fly flew flight plane
speak spoke talk
spend spent
wrong incorrect
outage disruption disturbance
reset restart reboot
inbox mailbox
guest visitor
calendar appointment timetable
reminder notification alert
computer laptop notebook
screen display monitor
television tv
hurt injure injury
dead died die death
country abroad foreign overseas
speed fast faster
volume sound
wife husband spouse partner
married marriage wedding
`;

const SYNONYMS_OF = new Map<string, readonly string[]>();
for (const line of SYNONYMS.trim().split("\n")) {
	const words = [...new Set(line.split(" ").map(stem))];
	for (const word of words)
		SYNONYMS_OF.set(word, [
			...(SYNONYMS_OF.get(word) ?? []),
			...words.filter((other) => other !== word),
		]);
}

/** The terms that mean nearly the same as a term. */
export const synonymsOf = (term: string): readonly string[] =>
	SYNONYMS_OF.get(term) ?? [];
