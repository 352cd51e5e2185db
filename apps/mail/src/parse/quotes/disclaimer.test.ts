import { expect, it } from "vitest";
import { isDisclaimer } from "./disclaimer.ts";

it.each([
	"This e-mail and any files transmitted with it are confidential and intended solely for the use of the individual to whom they are addressed.",
	"Diese E-Mail enthält vertrauliche Informationen. Wenn Sie nicht der richtige Adressat sind oder diese E-Mail irrtümlich erhalten haben, löschen Sie sie.",
	"Ce message et toutes les pièces jointes sont confidentiels et établis à l'intention exclusive de ses destinataires. Toute utilisation est interdite.",
	"Questo messaggio contiene informazioni riservate ed è destinato esclusivamente al destinatario. Se lo avete ricevuto per errore, cancellatelo.",
])("knows a company's notice: %s", (paragraph) => {
	expect(isDisclaimer(paragraph)).toBe(true);
});

it.each([
	"This message was confidential.",
	"My parcel was given to somebody else although I was the intended recipient. This is confidential, and I expect that you treat it like that from now on.",
	"This e-mail is to tell you that my bill is wrong, and that I expect a correction before the end of the month, or I will end my contract with you.",
])("takes a person's own paragraph for none: %s", (paragraph) => {
	expect(isDisclaimer(paragraph)).toBe(false);
});
