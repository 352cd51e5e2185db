import { useQuery } from "@tanstack/react-query";
import { useState } from "react";
import { account } from "../api/accounts.ts";
import { callAuth } from "../api/session.ts";
import { Badge } from "../design/badge.tsx";
import { Button } from "../design/button.tsx";
import { useToasts } from "../design/toasts.tsx";
import { FormDialog } from "../settings/form-dialog.tsx";
import { SettingsRow } from "../settings/section.tsx";
import { refreshAccount } from "./own-account.ts";
import { OwnPassword } from "./password.tsx";
import { RecoveryCodes } from "./recovery-codes.tsx";
import { ScanDialog, type Scanned } from "./scan-dialog.tsx";
import { useAccountText } from "./text.ts";
import { useAccountRefusal } from "./use-account-refusal.ts";

type Change = "on" | "codes" | "off";
const PATHS: Readonly<Record<Change, string>> = {
	on: "/auth/second-factor",
	codes: "/auth/second-factor/recovery-codes",
	off: "/auth/second-factor/remove",
};

interface SecondFactorProps {
	readonly agentId: string;
	readonly email: string;
}

export function SecondFactorRow({ agentId, email }: SecondFactorProps) {
	const text = useAccountText();
	const { say } = useToasts();
	const { data: own } = useQuery(account(agentId));
	const [change, setChange] = useState<Change>();
	const [scanned, setScanned] = useState<Scanned>();
	const [codes, setCodes] = useState<readonly string[]>();
	const isOn = own?.second_factor;
	const apply = async (password: string) => {
		const changed = await callAuth<{ recovery_codes: string[] } & Scanned>(
			...(["POST", PATHS[change!], { password }] as const),
		);
		if (change === "on") return setScanned(changed);
		if (change === "codes") return setCodes(changed.recovery_codes);
		await refreshAccount();
		say(text("factor.turnedOff"));
	};
	return (
		<>
			<SettingsRow
				title={text("factor.title")}
				marks={
					own && (
						<Badge tone={isOn ? "success" : "neutral"}>
							{text(isOn ? "factor.on" : "factor.off")}
						</Badge>
					)
				}
				meta={text(isOn ? "factor.metaOn" : "factor.metaOff")}
			>
				{own && <Buttons isOn={isOn!} onChange={setChange} />}
			</SettingsRow>
			{change && (
				<ConfirmDialog
					change={change}
					onPassword={apply}
					onClose={() => setChange(undefined)}
				/>
			)}
			{scanned && (
				<ScanDialog
					scanned={scanned}
					onCodes={setCodes}
					onClose={() => setScanned(undefined)}
				/>
			)}
			{codes && (
				<RecoveryCodes
					codes={codes}
					email={email}
					onClose={() => setCodes(undefined)}
				/>
			)}
		</>
	);
}

function Buttons({
	isOn,
	onChange,
}: {
	readonly isOn: boolean;
	readonly onChange: (change: Change) => void;
}) {
	const text = useAccountText();
	if (!isOn)
		return (
			<Button small onClick={() => onChange("on")}>
				{text("factor.turnOn")}
			</Button>
		);
	return (
		<>
			<Button kind="quiet" small onClick={() => onChange("codes")}>
				{text("factor.newCodes")}
			</Button>
			<Button small onClick={() => onChange("off")}>
				{text("factor.turnOff")}
			</Button>
		</>
	);
}

function ConfirmDialog({
	change,
	onPassword,
	onClose,
}: {
	readonly change: Change;
	readonly onPassword: (password: string) => Promise<void>;
	readonly onClose: () => void;
}) {
	const text = useAccountText();
	const isOff = change === "off";
	return (
		<FormDialog
			title={text(`factor.${change}Title`)}
			description={text(`factor.${change}Hint`)}
			submit={text(isOff ? "factor.turnOff" : "factor.continue")}
			isDangerous={isOff}
			sentenceOf={useAccountRefusal()}
			onSubmit={(values) => onPassword(values.exact("password"))}
			onClose={onClose}
		>
			<OwnPassword name="password" />
		</FormDialog>
	);
}
