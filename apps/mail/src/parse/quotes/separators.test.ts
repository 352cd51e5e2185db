import { expect, it } from "vitest";
import { isSeparator } from "./separators.ts";

it.each([
	"-----Original Message-----",
	"-------- Original message --------",
	"-----Ursprüngliche Nachricht-----",
	"-----Message d'origine-----",
	"-----Mensaje original-----",
	"-----Messaggio originale-----",
	"-----Mensagem original-----",
	"-----Oorspronkelijk bericht-----",
	"-----Ursprungligt meddelande-----",
	"-----Oprindelig meddelelse-----",
	"-----Исходное сообщение-----",
	"---------- Forwarded message ---------",
	"-------- Weitergeleitete Nachricht --------",
	"-------- Message transféré --------",
	"-------- Doorgestuurd bericht --------",
	"Begin forwarded message:",
	"Anfang der weitergeleiteten Nachricht:",
	"Début du message réexpédié :",
	"Inizio messaggio inoltrato:",
])("knows %s", (line) => {
	expect(isSeparator(line)).toBe(true);
});

it.each([
	"----------",
	"-- Pat --",
	"original message",
	"The original message was lost.",
	"-----BEGIN PGP SIGNATURE-----",
])("takes a person's own line for none: %s", (line) => {
	expect(isSeparator(line)).toBe(false);
});
