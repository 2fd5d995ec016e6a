import { inTime } from '~/platform/time-limit'

/**
 * Timeout: IndexedDB can stay silent for ever, and the alarm page reads it before showing its form. The operation
 * itself is not cancelled.
 */
const longestWait = 2_000

/** Opens an IndexedDB, created on first use. A resolved operation is durable on disk. */
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
