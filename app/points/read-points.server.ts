import { randomUUID } from 'node:crypto'
import type { SignedIn } from '~/platform/auth/sessions.server'
import { pageOf } from '~/platform/database/keyset.server'
import type { House } from '~/platform/house.server'
import { formatDay } from '~/shared/time'
import { entryTitle } from './entry'
import { levelOf } from './level'
import { readEntries, readPointAccount } from './points-store.server'

const pageSize = 20

/** A person's own points page. */
export async function readPoints({ db }: House, { person }: SignedIn, before: string | null) {
  const { balance, earned } = await readPointAccount(db, person.id)
  const { shown, next } = pageOf(await readEntries(db, person.id, before, pageSize + 1), pageSize)
  return {
    balance,
    earned,
    level: levelOf(earned),
    history: shown.map(({ id, kind, points, about, at }) => ({
      id,
      kind,
      points,
      title: entryTitle(kind, about),
      day: formatDay(at),
    })),
    before,
    next,
    /** Idempotency key of the form: pressed twice or resent, it buys one month. */
    key: randomUUID(),
  }
}

export type PointsShown = Awaited<ReturnType<typeof readPoints>>
