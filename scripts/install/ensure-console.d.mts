export function ensureConsole(root: string): boolean;
