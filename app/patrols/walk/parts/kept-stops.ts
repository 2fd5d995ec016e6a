/**
 * Stops waiting on the phone to be sent. In localStorage, so they survive a closed page; each has an idempotency key,
 * so sending one twice creates one.
 */
export type KeptStop = { key: string; madeAt: number; note: string; sponsorStop?: string }

const before = 'stops '
const placeOf = (shiftId: string) => before + shiftId

/** The shifts with waiting stops, whichever page is open. */
export function keptShifts(storage: Storage): string[] {
  const names = Array.from({ length: storage.length }, (_, at) => storage.key(at) ?? '')
  return names.flatMap((name) => (name.startsWith(before) ? name.slice(before.length) : []))
}

export function readKept(storage: Storage, shiftId: string): KeptStop[] {
  try {
    const read: unknown = JSON.parse(storage.getItem(placeOf(shiftId)) ?? '[]')
    return Array.isArray(read) ? read.filter(isKept) : []
  } catch {
    return []
  }
}

function isKept(stop: unknown): stop is KeptStop {
  const { key, madeAt, note } = (stop ?? {}) as Partial<KeptStop>
  return typeof key === 'string' && typeof madeAt === 'number' && typeof note === 'string'
}

export function keep(storage: Storage, shiftId: string, stop: KeptStop) {
  write(storage, shiftId, [...readKept(storage, shiftId), stop])
}

export function drop(storage: Storage, shiftId: string, key: string) {
  write(
    storage,
    shiftId,
    readKept(storage, shiftId).filter((stop) => stop.key !== key),
  )
}

function write(storage: Storage, shiftId: string, stops: KeptStop[]) {
  if (stops.length > 0) storage.setItem(placeOf(shiftId), JSON.stringify(stops))
  else storage.removeItem(placeOf(shiftId))
}

/** The form to send. `waited` is measured by the phone's clock at both ends, so a wrong clock does not matter. */
export function formOf(stop: KeptStop, now: number): FormData {
  const form = new FormData()
  form.set('key', stop.key)
  form.set('note', stop.note)
  form.set('waited', String(Math.max(0, Math.round((now - stop.madeAt) / 1000))))
  if (stop.sponsorStop) form.set('sponsorStop', stop.sponsorStop)
  return form
}
