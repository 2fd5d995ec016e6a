import { randomUUID } from 'node:crypto'
import { mkdir, rename, rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import type { House } from '~/platform/house.server'
import { channels } from '~/shared/channel'
import { namesOf } from '~/shared/chosen'
import { dayOf } from '~/shared/time'
import { readPulse } from '../watch/audit-store.server'
import { readAlarmHealth } from '../watch/read-health.server'
import { checkEveryMs, lastDays, type Status, serviceIncidents, stateOfDay } from './status'
import { statusFeed } from './status-feed'
import { statusPage } from './status-page'
import {
  noteCheck,
  noteEvents,
  readCanaryDays,
  readServiceDays,
  readServiceEvents,
  readStanding,
} from './status-store.server'

type Looking = Pick<House, 'db' | 'clock'>

const kinds = namesOf(serviceIncidents)
/**
 * An unheard canary stays open until the next one is heard, perhaps a week later. It is published as an event, but does
 * not count as a current fault.
 */
const wrongNow = kinds.filter((kind) => kind !== 'canary unheard')
/** How far back events are read, so that the end of a long incident is still recorded. */
const eventsBackMs = 7 * 86_400_000

/**
 * Chore, every five minutes: checks whether alarms are carried out, records it, and writes the status page and its feed
 * to the folder that another machine serves. If the chore stops, the time shown on the page reveals it.
 */
export async function keepStatus(house: Looking & Pick<House, 'config'>): Promise<void> {
  const { db, clock, config } = house
  const now = clock.now()
  const stretchBegan = new Date(Math.floor(now.getTime() / checkEveryMs) * checkEveryMs)
  const look = await lookNow(house)
  if (look !== 'not begun') await noteCheck(db, dayOf(now), look === 'well', stretchBegan, now)
  await noteEvents(db, kinds, new Date(now.getTime() - eventsBackMs), now)
  if (config.statusFolder === null) return
  const status = await readStatus(house)
  await mkdir(config.statusFolder, { recursive: true })
  await Promise.all([
    replaceFile(config.statusFolder, 'status.html', statusPage(status, config.origin, null)),
    replaceFile(config.statusFolder, 'status.atom', statusFeed(status, config.origin)),
  ])
}

/** Before the engine and auditor have run for the first time there is nothing to record, neither good nor bad. */
async function lookNow(house: Looking): Promise<'well' | 'wrong' | 'not begun'> {
  const { db } = house
  const pulses = [readPulse(db, 'engine'), readPulse(db, 'auditor')]
  const [health, isWrong, ...beats] = await Promise.all([readAlarmHealth(house), readStanding(db, wrongNow), ...pulses])
  if (isWrong) return 'wrong'
  if (beats.includes(null)) return 'not begun'
  return health.engine === 'ok' && health.auditor === 'ok' ? 'well' : 'wrong'
}

/** Atomic write (temporary file, then rename), so that no reader sees half a file. */
async function replaceFile(folder: string, name: string, text: string) {
  const draft = join(folder, `.${name}.${randomUUID()}`)
  try {
    await writeFile(draft, text, { mode: 0o644 })
    await rename(draft, join(folder, name))
  } catch (error) {
    await rm(draft, { force: true })
    throw error
  }
}

/** Public: the current status and the last ninety days. Reads a few hundred rows at most. */
export async function readStatus(house: Looking): Promise<Status> {
  const { db, clock } = house
  const now = clock.now()
  const today = dayOf(now)
  const days = lastDays(today)
  const since = days[0] ?? today
  const [look, known, events, canaries] = await Promise.all([
    lookNow(house),
    readServiceDays(db, since),
    readServiceEvents(db, since),
    readCanaryDays(db, since),
  ])
  const byDay = new Map(known.map((day) => [day.day, day]))
  const disturbed = new Set(events.map(({ day }) => day))
  return {
    isWell: look === 'well',
    writtenAt: now,
    days: days.map((day) => ({
      day,
      state: stateOfDay(byDay.get(day), {
        isFirst: day === known[0]?.day,
        isOver: day < today,
        hasEvent: disturbed.has(day),
      }),
    })),
    canaries: channels.map((channel) => {
      const own = canaries.filter((day) => day.channel === channel)
      const last = own.at(-1)
      return { channel, days: own, last: last ? { ...last, at: last.lastAt } : null }
    }),
    events,
  }
}
