import { inTime } from '~/platform/time-limit'

/** It can stay silent for ever, and an alarm's page asks it before it shows its form. What it does later than that is done all the same. */
const longestWait = 2_000

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

  async function askStore<Value>(storeName: string, mode: IDBTransactionMode, ask: Ask): Promise<Value> {
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

  return function inStore<Value>(storeName: string, mode: IDBTransactionMode, ask: Ask): Promise<Value> {
    return inTime(askStore<Value>(storeName, mode, ask), longestWait)
  }
}

type Ask = (store: IDBObjectStore) => IDBRequest
