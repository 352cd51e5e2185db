import { expect, it } from "vitest";
import { isSentFrom } from "./sent-from.ts";

it.each([
	"Sent from my iPhone",
	"Sent from my Samsung Galaxy smartphone.",
	"Sent from Mail for Windows 10",
	"Sent from Yahoo Mail on Android",
	"Sent with Proton Mail secure email.",
	"Get Outlook for iOS",
	"Get Outlook for Android<https://aka.ms/AAb9ysg>",
	"Von meinem iPhone gesendet",
	"Gesendet von Mail für Windows",
	"Gesendet mit der GMX Mail App",
	"Diese Nachricht wurde von meinem Android-Mobiltelefon mit WEB.DE Mail gesendet.",
	"Outlook für iOS beziehen",
	"Envoyé de mon iPhone",
	"Envoyé à partir de Outlook pour Android",
	"Enviado desde mi iPhone",
	"Enviado do meu iPhone",
	"Enviado do Yahoo Mail no Android",
	"Inviato da iPhone",
	"Inviato dal mio dispositivo mobile Samsung",
	"Verstuurd vanaf mijn iPhone",
	"Verzonden vanuit Mail voor Windows",
	"Wysłane z iPhone'a",
	"Skickat från min iPhone",
	"Sendt fra min iPhone",
	"Lähetetty iPhonesta",
	"Отправлено с iPhone",
	"iPhoneから送信",
	"发自我的iPhone",
	"나의 iPhone에서 보냄",
])("knows %s", (line) => {
	expect(isSentFrom(line)).toBe(true);
});

it.each([
	"Sent from my desk, is much easier than my mobile phone.",
	"I sent it from my iPhone yesterday",
	"Envoyé le colis hier",
	"Gesendet von Pat",
	"Enviado el pedido 17 por correo",
	"Inviato da Milano il 6 novembre",
	"Why is a mail not sent from my phone?",
])("takes a person's own line for none: %s", (line) => {
	expect(isSentFrom(line)).toBe(false);
});
