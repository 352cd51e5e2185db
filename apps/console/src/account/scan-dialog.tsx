import { lazy, Suspense } from "react";
import { callAuth } from "../api/session.ts";
import { IconButton } from "../design/button.tsx";
import { Field, Input } from "../design/field.tsx";
import { useCopy } from "../design/use-copy.ts";
import { FormDialog } from "../settings/form-dialog.tsx";
import { refreshAccount } from "./own-account.ts";
import styles from "./second-factor.module.css";
import { useAccountText } from "./text.ts";
import { useAccountRefusal } from "./use-account-refusal.ts";

const QrCode = lazy(() =>
	import("./qr-code.tsx").then((module) => ({ default: module.QrCode })),
);

/** What an authenticator app needs. */
export interface Scanned {
	/** In base32, to type in. */
	readonly secret: string;
	/** The same, for a QR code. */
	readonly url: string;
}

/** Gives the secret to an app, and checks that the app has it: only then is the second factor on. */
export function ScanDialog({
	scanned: { secret, url },
	onCodes,
	onClose,
}: {
	readonly scanned: Scanned;
	readonly onCodes: (codes: readonly string[]) => void;
	readonly onClose: () => void;
}) {
	const text = useAccountText();
	const copy = useCopy();
	return (
		<FormDialog
			title={text("factor.scanTitle")}
			description={text("factor.scanHint")}
			submit={text("factor.confirm")}
			sentenceOf={useAccountRefusal()}
			onClose={onClose}
			onSubmit={async (values) => {
				const { recovery_codes } = await callAuth<{ recovery_codes: string[] }>(
					...(["POST", "/auth/second-factor/confirm"] as const),
					{ code: values.text("code") },
				);
				await refreshAccount();
				onCodes(recovery_codes);
			}}
		>
			<div className={styles.scan}>
				<div className={styles.picture}>
					<Suspense>
						<QrCode text={url} label={text("factor.qr")} />
					</Suspense>
				</div>
				<div className={styles.key}>
					<p>{text("factor.key")}</p>
					<div className={styles.secret}>
						<code>{secret.match(/.{1,4}/g)?.join(" ")}</code>
						<IconButton
							icon="copy"
							label={text("factor.copyKey")}
							onClick={() => void copy(secret)}
						/>
					</div>
					<a href={url}>{text("factor.open")}</a>
				</div>
			</div>
			<Field label={text("factor.code")}>
				<Input
					className={styles.code}
					name="code"
					inputMode="numeric"
					autoComplete="one-time-code"
					pattern="[0-9 ]*"
					autoFocus
					required
				/>
			</Field>
		</FormDialog>
	);
}
