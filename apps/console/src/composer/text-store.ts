// The browser's database, with a store of texts and one of keys.

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

async function run<T>(
	store: Store,
	mode: IDBTransactionMode,
	action: (store: IDBObjectStore) => IDBRequest,
): Promise<T> {
	const database = await open();
	return new Promise((resolve, reject) => {
		const request = action(
			database.transaction(store, mode).objectStore(store),
		);
		request.onsuccess = () => resolve(request.result as T);
		request.onerror = () => reject(request.error);
	});
}

export function readRecord<T>(
	store: Store,
	key: string,
): Promise<T | undefined> {
	return run(store, "readonly", (all) => all.get(key));
}

export function writeRecord(
	store: Store,
	key: string,
	value: unknown,
): Promise<void> {
	return run(store, "readwrite", (all) => all.put(value, key));
}

export function deleteRecord(store: Store, key: string): Promise<void> {
	return run(store, "readwrite", (all) => all.delete(key));
}
