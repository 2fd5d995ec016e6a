import { Worker } from 'node:worker_threads'

export type Asked = {
  url: string
  headers: Record<string, string>
  form: Record<string, string>
  patienceMs: number
  /** Whether the connection is cut at the timeout. If not, the request still goes through, as behind a proxy. */
  hangsUp: boolean
}
export type Heard = { status: number; text: string }

export type Phones = {
  /** Null if there is no answer in time, or the connection breaks. */
  post(asked: Asked): Promise<Heard | null>
  close(): Promise<unknown>
}

export function openPhones(): Phones {
  const thread = new Worker(new URL('./phone-thread.mjs', import.meta.url))
  // A failing test must not wait for the thread.
  thread.unref()
  const waiting = new Map<number, (heard: Heard | null) => void>()
  let last = 0
  thread.on('message', ({ id, status, text }: { id: number; status: number | null; text: string }) => {
    waiting.get(id)?.(status === null ? null : { status, text })
    waiting.delete(id)
  })
  return {
    post: (asked) =>
      new Promise((heard) => {
        waiting.set(++last, heard)
        thread.postMessage({ id: last, ...asked })
      }),
    close: () => thread.terminate(),
  }
}
