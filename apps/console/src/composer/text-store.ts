// The browser's database, with a store of what is typed and chosen, and one of keys.

const NAME = "supportdesk";
const VERSION = 1;

type Store = "texts" | "keys";

let opened: Promise<IDBDatabase> | undefined;

function open(): Promise<IDBDatabase> {
	opened ??= new Promise((resolve, reject) => {
		const request = indexedDB.open(NAME, VERSION);
		request.onupgradeneeded = () => {
			request.result.createObjectStore("texts");
			request.result.createObjectStore("keys");
		};
		request.onsuccess = () => resolve(request.result);
		request.onerror = () => reject(request.error);
	});
	return opened;
}

/** What is written is on the disk, or at least with the system, when it resolves. */
async function run<T>(
	store: Store,
	mode: IDBTransactionMode,
	action: (store: IDBObjectStore) => IDBRequest,
): Promise<T> {
	const database = await open();
	return new Promise((resolve, reject) => {
		const transaction = database.transaction(store, mode);
		const request = action(transaction.objectStore(store));
		transaction.oncomplete = () => resolve(request.result as T);
		transaction.onabort = () => reject(transaction.error);
	});
}

export function readRecord<T>(
	store: Store,
	key: string,
): Promise<T | undefined> {
	return run(store, "readonly", (all) => all.get(key));
}

/** All whose keys begin so, in the order of their keys. */
export function readRecords<T>(store: Store, prefix: string): Promise<T[]> {
	return run(store, "readonly", (all) => all.getAll(beginningWith(prefix)));
}

export function writeRecord(
	store: Store,
	key: string,
	value: unknown,
): Promise<void> {
	return run(store, "readwrite", (all) => all.put(value, key));
}

/** Leaves a record that is there as it is. */
export async function addRecord(
	store: Store,
	key: string,
	value: unknown,
): Promise<void> {
	await run(store, "readwrite", (all) => all.add(value, key)).catch(
		(error: unknown) => {
			if ((error as DOMException).name !== "ConstraintError") throw error;
		},
	);
}

export function deleteRecord(store: Store, key: string): Promise<void> {
	return run(store, "readwrite", (all) => all.delete(key));
}

function beginningWith(prefix: string): IDBKeyRange {
	return IDBKeyRange.bound(prefix, `${prefix}\uffff`);
}
