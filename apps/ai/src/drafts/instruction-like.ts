import { boundMarks } from "@supportdesk/text/bound-marks.ts";

/**
 * Phrasings that address a language model, not a reader. They are dropped from what a draft may quote; what keeps a
 * draft honest is not this list but that a draft only quotes articles and never a customer. Every repetition has a
 * bound, or a page of white space takes the square or the cube of its length.
 */
const PATTERNS: readonly RegExp[] = [
	/\b(?:ignore|disregard|forget|override|bypass)\b.{0,60}\b(?:instructions?|prompts?|rules?|guidelines?|directions?|context|above|previous|prior|earlier)\b/i,
	/\b(?:system|developer|hidden|initial|secret) (?:prompts?|messages?|instructions?)\b/i,
	/\byou are (?:now|no longer)\b|\bact as (?:an?|the|if)\b|\bpretend (?:to be|you)\b|\brole-?play\b/i,
	/\b(?:as|you are) an? (?:ai|llm|language model|assistant|chatbot)\b/i,
	/\b(?:ai|llm|language model|assistant|chatbot|gpt|model)s?\b.{0,40}\b(?:must|should|shall|have to|need to|are to|will)\b.{0,40}\b(?:say|reply|answer|respond|write|output|print|include|insert|add|repeat|reveal|send|approve|state|mention)\b/i,
	/\b(?:note|attention|message|instructions?|reminder|notice|dear|hey|hello|hi|memo)\b[\s,:]{1,3}(?:to |for )?(?:the |any |all |every )?(?:ai|llm|language model|assistant|model|bot|chatbot|draft)/i,
	/\b(?:ai|llm|language model|assistant|chatbot)s?\s*:/i,
	/\b(?:say|reply|respond|answer|output|print|write|repeat|include|insert|append|begin|start|end|finish|sign)\b.{0,40}\b(?:exactly|only|verbatim|the (?:following )?(?:word|words|phrase|string|token|code|text|sentence|line)|in (?:your|every|the) (?:reply|answer|response|draft|output))\b/i,
	/\b(?:in|to|into|of|with|at the (?:end|start|beginning) of) (?:your|every|each|all|the) (?:repl(?:y|ies)|answers?|responses?|drafts?|outputs?)\b/i,
	/<\|?\/?(?:im_start|im_end|system|assistant|user|endoftext|inst)\b|\[\/?inst\]|^[\s#]{0,20}(?:system|assistant|user|developer|human)\s{0,20}:/im,
	/\b(?:jailbreak|prompt injection|do anything now|developer mode|new instructions?)\b/i,
	/\b(?:reveal|leak|exfiltrate|disclose|print out|dump)\b.{0,60}\b(?:prompt|instructions|secrets?|api keys?|passwords?|credentials|notes|conversation)\b/i,
];

/** Characters that are not seen and can hide text from a reader. */
const INVISIBLE = /[\u200b-\u200f\u2060-\u2064\ufeff\u{e0000}-\u{e007f}]/gu;

/** Whether a text reads like an instruction to a language model. */
export function looksLikeInstruction(text: string): boolean {
	if (/[\u{e0000}-\u{e007f}]/u.test(text)) return true;
	const seen = boundMarks(text.replace(INVISIBLE, "")).normalize("NFKC");
	return PATTERNS.some((pattern) => pattern.test(seen));
}
