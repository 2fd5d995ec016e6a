import { browserDatabase } from '~/live/browser-database'
import type { Where } from '../../raise/where/place'

/**
 * Alarms that the server has not answered yet, kept in the browser. The alarm page, the page without a line
 * and the service worker all work on this one store, so whichever of them reaches the server first sends it;
 * the key makes the others' tries the same alarm.
 */
export type KeptAlarm = {
  /** The same in every try. */
  key: string
  /**
   * For whom the page was made. The server compares; it never takes it for an identity. Null where the page did not know:
   * it goes out for whoever is logged in here by then (0140).
   */
  memberId: string | null
  message: string
  position: Position | null
  /** Where help is needed and whether they hide, as the form said it. */
  where?: Where
  isTest: boolean
  /** By this browser's clock, which is only ever compared with itself. */
  writtenAt: number
  /** The browser did not say that it was written on a page of ours: another site may have posted it (posted-from.ts). */
  isUnsure?: true
  /** When somebody said that it is to be sent all the same, though it was written long before or is unsure. */
  confirmedAt?: number
}

export type Position = { latitude: number; longitude: number; accuracy: number }

const kept = 'kept'
const marks = 'marks'
const member = 'member'
/** Nobody's phone, since somebody said so. */
const left = ''

const inStore = browserDatabase('kvartera-alarms', (database) => {
  database.createObjectStore(kept, { keyPath: 'key' })
  database.createObjectStore(marks)
})

export async function keepAlarm(alarm: KeptAlarm): Promise<void> {
  await inStore(kept, 'readwrite', (store) => store.put(alarm))
}

/** In no order, and of everybody who has written on this phone (`sortKept`). */
export async function readKept(): Promise<KeptAlarm[]> {
  return inStore<KeptAlarm[]>(kept, 'readonly', (store) => store.getAll())
}

export async function dropKept(key: string): Promise<void> {
  await inStore(kept, 'readwrite', (store) => store.delete(key))
}

/** Whose phone this is, for the page that no server rendered. */
export async function rememberMember(memberId: string): Promise<void> {
  await inStore(marks, 'readwrite', (store) => store.put(memberId, member))
}

export async function readMember(): Promise<string | null> {
  return (await readMark()) || null
}

/** Whether whoever was here has logged out: that is not the same as a phone that has never known anybody. */
export async function wasLeft(): Promise<boolean> {
  return (await readMark()) === left
}

export async function forgetWhoseItIs(): Promise<void> {
  await inStore(marks, 'readwrite', (store) => store.put(left, member))
}

const readMark = () => inStore<string | undefined>(marks, 'readonly', (store) => store.get(member))
