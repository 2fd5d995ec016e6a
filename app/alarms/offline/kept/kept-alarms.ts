import { browserDatabase } from '~/live/browser-database'
import type { Where } from '../../raise/where/place'

/**
 * Alarms that the server has not answered yet, kept in IndexedDB. The alarm page, the offline page and the service
 * worker share this store, and whichever reaches the server first sends the alarm. The idempotency key makes the
 * others' tries the same alarm.
 */
export type KeptAlarm = {
  /** Idempotency key, the same in every try. */
  key: string
  /**
   * The member for whom the page was rendered. The server only compares it with the session and never takes it as the
   * identity. Null where the page did not know: the alarm is then sent for whoever is logged in here (0140).
   */
  memberId: string | null
  message: string
  position: Position | null
  /** Where help is needed and whether the member hides, as posted by the form. */
  where?: Where
  isTest: boolean
  /** By this browser's clock, and only ever compared with the same clock. */
  writtenAt: number
  /** Not known to be written on our own page: another site may have posted it (posted-from.ts). */
  isUnsure?: true
  /** When the member confirmed that it is to be sent although it is old or `isUnsure`. */
  confirmedAt?: number
  /** Key of the old alarm of which this is the confirmed copy (confirmed.ts). */
  insteadOf?: string
}

export type Position = { latitude: number; longitude: number; accuracy: number }

const kept = 'kept'
const marks = 'marks'
const member = 'member'
/** Marks a phone whose member has logged out. */
const left = ''

const inStore = browserDatabase('kvartera-alarms', (database) => {
  database.createObjectStore(kept, { keyPath: 'key' })
  database.createObjectStore(marks)
})

/**
 * A confirmed copy replaces the old alarm in one write: with both kept, a page that is closed between two writes would
 * ask again about what has been sent.
 */
export async function keepAlarm(alarm: KeptAlarm): Promise<void> {
  await inStore(kept, 'readwrite', (store) => {
    if (alarm.insteadOf !== undefined) store.delete(alarm.insteadOf)
    return store.put(alarm)
  })
}

/** Unsorted, and of all members who have used this browser; see `sortKept`. */
export const readKept = () => inStore<KeptAlarm[]>(kept, 'readonly', (store) => store.getAll())

export async function dropKept(key: string): Promise<void> {
  await inStore(kept, 'readwrite', (store) => store.delete(key))
}

/** Remembers the member of this browser, for the offline page that no server rendered. */
export async function rememberMember(memberId: string): Promise<void> {
  await inStore(marks, 'readwrite', (store) => store.put(memberId, member))
}

export const readMember = async () => (await readMark()) || null

/** Whether the last member here has logged out, as opposed to a browser that has never known one. */
export async function wasLeft(): Promise<boolean> {
  return (await readMark()) === left
}

export async function forgetWhoseItIs(): Promise<void> {
  await inStore(marks, 'readwrite', (store) => store.put(left, member))
}

const readMark = () => inStore<string | undefined>(marks, 'readonly', (store) => store.get(member))
