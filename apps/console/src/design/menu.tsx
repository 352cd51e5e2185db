import * as Radix from "@radix-ui/react-dropdown-menu";
import type { ReactNode } from "react";
import { Icon, type IconName } from "./icon.tsx";
import styles from "./menu.module.css";
import { keepNewFocus } from "./return-focus.ts";

/** A menu at a button. It is not modal: a modal one writes a style element, which the policy forbids. */
export function Menu({
	trigger,
	children,
	open,
	onOpenChange,
	align = "end",
}: {
	readonly trigger: ReactNode;
	readonly children: ReactNode;
	readonly open?: boolean;
	readonly onOpenChange?: (open: boolean) => void;
	readonly align?: "start" | "end";
}) {
	return (
		<Radix.Root modal={false} open={open} onOpenChange={onOpenChange}>
			<Radix.Trigger asChild>{trigger}</Radix.Trigger>
			<Radix.Portal>
				<Radix.Content
					className={styles.menu}
					align={align}
					sideOffset={4}
					collisionPadding={8}
					loop
					onCloseAutoFocus={keepNewFocus}
				>
					{children}
				</Radix.Content>
			</Radix.Portal>
		</Radix.Root>
	);
}

export function MenuItem({
	icon,
	children,
	checked,
	onSelect,
	disabled,
}: {
	readonly icon?: IconName;
	readonly children: ReactNode;
	readonly checked?: boolean;
	readonly onSelect: () => void;
	readonly disabled?: boolean;
}) {
	const content = (
		<>
			{icon && <Icon name={icon} size={16} />}
			<span className={styles.label}>{children}</span>
			{checked && <Icon name="check" size={16} />}
		</>
	);
	return checked === undefined ? (
		<Radix.Item className={styles.item} onSelect={onSelect} disabled={disabled}>
			{content}
		</Radix.Item>
	) : (
		<Radix.CheckboxItem
			className={styles.item}
			checked={checked}
			onSelect={onSelect}
			disabled={disabled}
		>
			{content}
		</Radix.CheckboxItem>
	);
}

export function MenuTitle({ children }: { readonly children: ReactNode }) {
	return <Radix.Label className={styles.title}>{children}</Radix.Label>;
}

export function MenuLine() {
	return <Radix.Separator className={styles.line} />;
}
