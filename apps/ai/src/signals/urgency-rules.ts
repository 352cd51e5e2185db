import type { Urgency } from "./task.ts";

/** Harm that is being done now, in words that hardly mean anything else. */
const URGENT =
	/\b(?:data (?:breach|leak)|ransomware|being (?:hacked|robbed|attacked)|stranded|(?:complete|total|major) outage|(?:production|site|system|server|service) is (?:completely |totally )?(?:down|offline) for (?:all|every)|all (?:our )?(?:users|customers) (?:are|were) (?:down|locked out|unable))\b/i;

/** Main use blocked, money missing, a deadline at hand, or no reply. */
const HIGH =
	/\b(?:asap|as soon as possible|urgent(?:ly)?|emergency|immediately|charged (?:me )?twice|(?:second|third|fourth|fifth) time (?:i|we)|no ?(?:one|body) (?:answers|replies|responds)|still (?:no|waiting for|awaiting) (?:a |an |any )?(?:reply|answer|response)|(?:by|before) (?:today|tonight|tomorrow|end of day)|stolen|hacked)\b/i;

/** The least urgency that a text's unambiguous words imply; undefined when it has none. */
export function urgencyByRule(text: string): Urgency | undefined {
	if (URGENT.test(text)) return "urgent";
	return HIGH.test(text) ? "high" : undefined;
}
