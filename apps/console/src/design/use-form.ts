import { type FormEvent, useState } from "react";

/** What a form holds, by the names of its fields. */
export interface Values {
	/** Trimmed; empty for what is not there. */
	text(name: string): string;
	/** As it was typed: of a password every character counts. */
	exact(name: string): string;
	all(name: string): string[];
	isOn(name: string): boolean;
}

export interface FormState {
	readonly submit: (event: FormEvent<HTMLFormElement>) => void;
	readonly isBusy: boolean;
	/** What the latest attempt was refused with. */
	readonly failure: unknown;
}

/** A form that is busy while it is sent, and knows why it was refused. */
export function useForm(
	onSubmit: (values: Values) => Promise<unknown>,
): FormState {
	const [isBusy, setBusy] = useState(false);
	const [failure, setFailure] = useState<unknown>();
	const send = async (form: HTMLFormElement) => {
		setBusy(true);
		setFailure(undefined);
		try {
			await onSubmit(readValues(form));
		} catch (refused) {
			setFailure(refused);
		} finally {
			setBusy(false);
		}
	};
	return {
		isBusy,
		failure,
		submit(event) {
			event.preventDefault();
			void send(event.currentTarget);
		},
	};
}

function readValues(form: HTMLFormElement): Values {
	const data = new FormData(form);
	const exact = (name: string) => String(data.get(name) ?? "");
	return {
		exact,
		text: (name) => exact(name).trim(),
		all: (name) => data.getAll(name).map(String),
		isOn: (name) => data.has(name),
	};
}
