import { inTime, TooLate } from '~/platform/time-limit'

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
    })
  }

  async function askStore<Value>(storeName: string, mode: IDBTransactionMode, ask: Ask): Promise<Value> {
    const database = await open()
    try {
      const transaction = database.transaction(storeName, mode, { durability: 'strict' })
      const request = ask(transaction.objectStore(storeName))
      await new Promise<void>((resolve, reject) => {
        transaction.oncomplete = () => resolve()
        // Follows every error, and only then is the transaction's own error known.
        transaction.onabort = () => reject(transaction.error)
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

/**
 * Reads again, with pauses, until the store has answered: one that hangs once may answer later, and what it holds would
 * be unknown for as long as the page is open. Undefined once `isOver`, or when the store itself has said no a few times:
 * where it is barred (private browsing, a policy) it will not change its mind.
 */
export async function untilAnswered<Value>(
  read: () => Promise<Value>,
  isOver: () => boolean,
): Promise<Value | undefined> {
  for (let left = 4; left && !isOver(); ) {
    try {
      return await read()
    } catch (error) {
      if (!(error instanceof TooLate)) left--
      await new Promise((resolve) => setTimeout(resolve, pause))
    }
  }
}

const pause = 3_000

type Ask = (store: IDBObjectStore) => IDBRequest
