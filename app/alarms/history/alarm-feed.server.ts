import type { Clock } from '~/platform/clock.server'
import type { Database } from '~/platform/database/database.server'
import type { Log } from '~/platform/log.server'
import { heardAs, type Listener } from '~/platform/realtime/listener.server'
import { partnerSights, type Sight } from '../answer/part.server'
import { readNewsOf } from './alarm-news.server'
import { alarmNotice } from './alarm-notice'
import { readPresence, readSights, type Viewer, type ViewerIds } from './alarm-sight-store.server'

/** An open page that follows alarms. */
export type Screen = {
  viewer: Viewer
  /** False when it takes in less than it is sent: it is cut, and comes back by itself. */
  write(frame: Uint8Array): boolean
  close(): void
}

export type AlarmFeed = {
  /** Returns how to leave. */
  open(screen: Screen): () => void
  /** Ends every stream: a process that stops must not wait for pages that stay open. */
  close(): void
}

const encode = (text: string) => new TextEncoder().encode(text)
const heartbeat = encode(': here\n\n')
const changed = encode('event: changed\ndata:\n\n')
const frameOf = (data: string) => encode(`event: alarm\ndata: ${data}\n\n`)

/** Keeps proxies from cutting a quiet line, and finds out who has left, been logged out or lost their right. */
const beatEvery = 20_000

const everySight = ['own', 'admin', ...partnerSights] as const satisfies Sight[]
/** How many messages have gone out is shown to these alone. */
const followers = ['own', 'admin'] as const satisfies Sight[]

type Open = Screen & { presence: string | null }

/**
 * From the database's word that an alarm has changed to every open page of this process: one read of the alarm,
 * one question who of those who listen may see it now, and each kind of view written out once.
 */
export function openAlarmFeed(
  db: Database,
  listener: Pick<Listener, 'on' | 'close'>,
  clock: Clock,
  log: Log,
): AlarmFeed {
  const screens = new Set<Open>()
  /** Alarms that are being read, and for whom they are to be read once more. */
  const reading = new Map<string, Set<Sight>>()

  const hear = heardAs(alarmNotice, (notice) => {
    if (notice) return void change(notice.alarm, notice.what === 'sent' ? followers : everySight)
    for (const screen of screens) send(screen, changed)
    // Nor was it heard whose session ended meanwhile.
    void beat()
  })
  listener.on('alarms', hear)

  /** Changes of one alarm are read one after the other, so that no page gets an older word after a newer one. */
  async function change(alarmId: string, sights: readonly Sight[]) {
    const under = reading.get(alarmId)
    if (under) {
      for (const sight of sights) under.add(sight)
      return
    }
    const wanted = new Set(sights)
    reading.set(alarmId, wanted)
    try {
      while (wanted.size > 0) {
        const these = [...wanted]
        wanted.clear()
        await tell(alarmId, these)
      }
    } catch (error) {
      log.error({ alarmId, code: (error as { code?: string }).code }, 'open pages were not told of an alarm')
      // They can ask for it themselves.
      for (const screen of screens) send(screen, changed)
    } finally {
      reading.delete(alarmId)
    }
  }

  async function tell(alarmId: string, sights: readonly Sight[]) {
    if (screens.size === 0) return
    const now = clock.now()
    const [sightsOf, news] = await Promise.all([
      readSights(db, alarmId, idsOf(screens), now),
      readNewsOf(db, alarmId, sights, now),
    ])
    const frames = new Map([...news].map(([sight, words]) => [sight, frameOf(words)]))
    for (const screen of screens) {
      for (const sight of sightsOf.get(screen.viewer.id) ?? []) {
        const frame = frames.get(sight)
        if (frame) send(screen, frame)
      }
    }
  }

  async function beat() {
    if (screens.size === 0) return
    // Whoever comes while the answer is under way was not asked about, and is no less there for it.
    const asked = new Set(screens)
    try {
      const present = await readPresence(db, idsOf(asked), clock.now())
      for (const screen of asked) {
        if (!screens.has(screen)) continue
        const presence = present.get(screen.viewer.id)
        if (presence === undefined) leave(screen)
        else {
          if (screen.presence !== null && screen.presence !== presence) send(screen, changed)
          screen.presence = presence
          send(screen, heartbeat)
        }
      }
    } catch {
      // A database that is away for a moment logs nobody out.
      for (const screen of screens) send(screen, heartbeat)
    }
  }

  function send(screen: Open, frame: Uint8Array) {
    if (!screen.write(frame)) leave(screen)
  }

  function leave(screen: Open) {
    screens.delete(screen)
    screen.close()
  }

  const timer = setInterval(() => void beat(), beatEvery)
  timer.unref()
  return {
    open(screen) {
      const open: Open = { ...screen, presence: null }
      screens.add(open)
      return () => void screens.delete(open)
    },
    close() {
      clearInterval(timer)
      for (const screen of screens) leave(screen)
    },
  }
}

function idsOf(screens: Set<Open>): ViewerIds {
  const ids = { session: new Set<string>(), guard: new Set<string>() }
  for (const { viewer } of screens) ids[viewer.kind].add(viewer.id)
  return ids
}
