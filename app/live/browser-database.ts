/** A database of the browser's, made when it is first asked for: what is asked of one of its stores is on the disk when it is answered. */
export function browserDatabase(name: string, make: (database: IDBDatabase) => void) {
  function open(): Promise<IDBDatabase> {
    return new Promise((resolve, reject) => {
      const opening = indexedDB.open(name, 1)
      opening.onupgradeneeded = () => make(opening.result)
      opening.onsuccess = () => resolve(opening.result)
      opening.onerror = () => reject(opening.error)
      opening.onblocked = () => reject(new Error('the store is being changed elsewhere'))
    })
  }

  return async function inStore<Value>(
    storeName: string,
    mode: IDBTransactionMode,
    ask: (store: IDBObjectStore) => IDBRequest,
  ): Promise<Value> {
    const database = await open()
    try {
      const transaction = database.transaction(storeName, mode, { durability: 'strict' })
      const request = ask(transaction.objectStore(storeName))
      await new Promise<void>((resolve, reject) => {
        transaction.oncomplete = () => resolve()
        transaction.onabort = () => reject(transaction.error)
        transaction.onerror = () => reject(transaction.error)
      })
      return request.result as Value
    } finally {
      database.close()
    }
  }
}
