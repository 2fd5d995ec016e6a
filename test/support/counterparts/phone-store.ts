import { vi } from 'vitest'

/**
 * The subset of IndexedDB that app/alarms/offline uses, in memory, since Node has none. A real one is tested in
 * test/browser. Removed by `vi.unstubAllGlobals()`.
 */
export function lendPhoneStore(): void {
  const stores = new Map<string, Map<string, unknown>>()
  const transaction = (name: string) => {
    const rows = stores.get(name) ?? new Map<string, unknown>()
    const done: { oncomplete?: () => void } = {}
    const asked = (result: unknown) => {
      queueMicrotask(() => done.oncomplete?.())
      return { result }
    }
    const objectStore = () => ({
      put: (row: unknown, key?: string) => asked(rows.set(key ?? (row as { key: string }).key, structuredClone(row))),
      get: (key: string) => asked(structuredClone(rows.get(key))),
      getAll: () => asked(structuredClone([...rows.values()])),
      delete: (key: string) => asked(rows.delete(key)),
    })
    return Object.assign(done, { objectStore })
  }
  const result = {
    createObjectStore: (name: string) => stores.set(name, new Map()),
    transaction,
    close() {},
  }
  const open = () => {
    const request: { result: typeof result; onupgradeneeded?: () => void; onsuccess?: () => void } = { result }
    queueMicrotask(() => {
      if (stores.size === 0) request.onupgradeneeded?.()
      request.onsuccess?.()
    })
    return request
  }
  vi.stubGlobal('indexedDB', { open })
}
