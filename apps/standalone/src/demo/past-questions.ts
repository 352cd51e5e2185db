/** A question that customers of the demo's product ask, with an answer and what the customer writes then. */
export interface PastQuestion {
	readonly subject: string;
	readonly body: string;
	readonly reply: string;
	readonly followUp: string;
	readonly tags: readonly string[];
	readonly isBilling?: boolean;
}

const THANKS = "That worked, thank you for the quick answer.";
const STILL =
	"Thanks. One of my colleagues has the same, should she do this too?";

export const PAST_QUESTIONS: readonly PastQuestion[] = [
	{
		subject: "Notes missing after the update",
		body: "After yesterday's update my notebook Recipes is empty. The other notebooks are fine. Where did they go?",
		reply:
			"They are hidden by a filter that the update has switched on. Open the notebook, choose the funnel above the list and clear it.",
		followUp: THANKS,
		tags: ["sync"],
	},
	{
		subject: "Cannot attach a PDF of 40 MB",
		body: "I want to attach the scanned manual of our oven, 40 MB, and the upload stops at the end without any message.",
		reply:
			"An attachment can have 25 MB. If you save the scan with 150 dpi, it will be well below that.",
		followUp: "With 150 dpi it has 11 MB and is still readable. Solved!",
		tags: ["attachments"],
	},
	{
		subject: "Invoice for March has the wrong company name",
		body: "Our company was renamed in February. The invoice of March still shows the old name, and our bookkeeping refuses it.",
		reply:
			"I have changed the name and issued the invoice again; you find it under Settings, Billing, Invoices.",
		followUp: THANKS,
		tags: ["invoice"],
		isBilling: true,
	},
	{
		subject: "Two-step code is never accepted",
		body: "My new phone shows codes, but every one of them is refused. The old phone is already sold.",
		reply:
			"The clock of the phone is probably some minutes off. Please switch on automatic time and try the next code.",
		followUp: "The clock was four minutes late. It works now.",
		tags: ["login", "two-step"],
	},
	{
		subject: "Move from personal to team",
		body: "I have used Papermoss alone for two years and now want to work with three colleagues. Can I keep my notes when I change the plan?",
		reply:
			"Yes, all notes stay. Change the plan under Settings, Plan, then invite the three under Members.",
		followUp: STILL,
		tags: ["plans"],
		isBilling: true,
	},
	{
		subject: "Export to Markdown loses the pictures",
		body: "I exported a notebook as Markdown. The text is complete, but every picture is a broken link.",
		reply:
			"The pictures are in the folder assets of the same archive. Unpack the whole archive before you open the notes.",
		followUp: "Ah, I had opened only the note itself. Thank you!",
		tags: ["export"],
	},
	{
		subject: "Shared link asks visitors to sign in",
		body: "I shared a note with a client by link, and she is asked for a password. I thought anyone with the link can read it?",
		reply:
			"The workspace allows links only for members. An owner can change this under Settings, Sharing.",
		followUp: STILL,
		tags: ["sharing"],
	},
	{
		subject: "Search does not find a word in a table",
		body: "The word Kestrel is in a table of my note about birds, but the search says there is nothing.",
		reply:
			"Tables that were pasted as pictures are not searched. If you paste it as text, the word is found within a minute.",
		followUp: "It was a picture, indeed. Found now.",
		tags: ["search"],
	},
	{
		subject: "Refund for the second month",
		body: "I cancelled on the 2nd, but was charged on the 5th. Could you please return the payment?",
		reply:
			"I have returned the payment; your bank shows it within five working days.",
		followUp: THANKS,
		tags: ["refund", "billing"],
		isBilling: true,
	},
	{
		subject: "Keyboard shortcuts on a French keyboard",
		body: "Ctrl and the dot does nothing on my French keyboard, because the dot needs Shift there. Is there another way to make a list?",
		reply:
			"Type a hyphen and a space at the beginning of the line, which works on every keyboard.",
		followUp: "Simple. Thanks!",
		tags: ["editor"],
	},
	{
		subject: "App closes when I open the camera",
		body: "On my tablet the app closes as soon as I choose Scan. It asked for the camera once and I may have refused.",
		reply:
			"Please allow the camera in the tablet's own settings, under Apps, Papermoss, Permissions, and start the app again.",
		followUp: THANKS,
		tags: ["mobile"],
	},
	{
		subject: "Who changed our meeting notes?",
		body: "Somewhere between Monday and Tuesday half of our meeting notes were overwritten. Can we see by whom, and get the old text back?",
		reply:
			"Open the note's history with the clock at the top right: it shows each version with its author, and brings any of them back.",
		followUp: "Found it and restored it. It was me, as it turns out.",
		tags: ["history"],
	},
	{
		subject: "Student price for a whole class",
		body: "I teach 28 pupils and would like to use Papermoss in class. Is there a price for schools?",
		reply:
			"There is: half of the team price. Write to us from the school's address and we will set it up.",
		followUp: "I have just written from the school's address.",
		tags: ["sales"],
		isBilling: true,
	},
	{
		subject: "Reminders arrive an hour late",
		body: "Since the clocks changed every reminder arrives an hour late, on the phone and in the browser.",
		reply:
			"Your account still has the time zone of your last journey. Set it under Settings, Language and time.",
		followUp: "It still said Lisbon. Fixed!",
		tags: ["reminders"],
	},
	{
		subject: "Delete the account of a colleague who left",
		body: "A colleague left last week. How do I remove her without losing the notes that she wrote for the team?",
		reply:
			"Remove her under Members and choose to hand her notes over: they move to the person you name.",
		followUp: STILL,
		tags: ["members"],
	},
	{
		subject: "Printing cuts off the right margin",
		body: "When I print a note on A4 the last two centimetres at the right are missing. In the preview everything is there.",
		reply:
			"Please choose A4 in the printer's own dialogue as well; it is set to Letter there by default.",
		followUp: THANKS,
		tags: ["print"],
	},
	{
		subject: "Is our data stored in Europe?",
		body: "Our data protection officer asks in which country our notes are stored, and whether you have a processing agreement.",
		reply:
			"They are stored in Frankfurt and Dublin only. The agreement is under Settings, Legal, to sign online.",
		followUp: "Signed. Our officer is happy.",
		tags: ["privacy"],
	},
];
