import { onlyAdmin } from '~/door/guard.server'
import type { SignedIn } from '~/platform/auth/sessions.server'
import type { House } from '~/platform/house.server'
import { anId } from '~/shared/id'
import { type NotThere, notThere } from '~/shared/outcome'
import { formatMomentSeen } from '~/shared/time'
import { type FaultState, stateOf } from './fault'
import { type FaultRow, readFaultOf, readFaultRow, readFaultRows } from './fault-store.server'

export type FaultShown = {
  id: string
  kind: string
  place: string
  count: number
  first: string
  last: string
  state: FaultState
}

export type FaultList = { faults: FaultShown[]; isMended: boolean; asked: string; found: string | null }

/** The faults, latest first. With a request id that a visitor was shown, also the fault it belongs to. */
export async function readFaults(
  { db, clock }: Pick<House, 'db' | 'clock'>,
  signedIn: SignedIn,
  { isMended, number }: { isMended: boolean; number: string },
): Promise<FaultList> {
  onlyAdmin(signedIn)
  const id = anId().safeParse(number.trim().toLowerCase())
  const [rows, found] = await Promise.all([
    readFaultRows(db, isMended),
    id.success ? readFaultOf(db, id.data) : undefined,
  ])
  return {
    faults: rows.map((row) => shown(row, clock.now())),
    isMended,
    asked: number.trim().slice(0, 100),
    found: found?.id ?? null,
  }
}

export type OneFault = FaultShown & { frames: string[]; requests: string[]; mended: string | null }

/** The most request ids shown on the page. The search finds the others too. */
const shownRequests = 20

export async function readFault(
  { db, clock }: Pick<House, 'db' | 'clock'>,
  signedIn: SignedIn,
  sent: string,
): Promise<OneFault | NotThere> {
  onlyAdmin(signedIn)
  const id = anId().safeParse(sent)
  const row = id.success ? await readFaultRow(db, id.data) : undefined
  if (!row) return notThere
  const now = clock.now()
  return {
    ...shown(row, now),
    frames: row.frames,
    requests: row.requests.slice(0, shownRequests),
    mended: row.mendedAt && formatMomentSeen(row.mendedAt, now),
  }
}

const shown = (row: FaultRow, now: Date): FaultShown => ({
  id: row.id,
  kind: row.kind,
  place: row.place,
  count: row.count,
  first: formatMomentSeen(row.firstAt, now),
  last: formatMomentSeen(row.lastAt, now),
  state: stateOf(row),
})
