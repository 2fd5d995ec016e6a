import type { Clock } from '~/platform/clock.server'
import type { Database } from '~/platform/database/database.server'
import type { Log } from '~/platform/log.server'
import { heardAs, type Listener } from '~/platform/realtime/listener.server'
import { partnerSights, type Sight } from '../answer/part.server'
import { readNewsOf } from './alarm-news.server'
import { alarmNotice } from './alarm-notice'
import { readPresence, readSights, type Viewer, type ViewerIds } from './alarm-sight-store.server'

/** An open page that follows alarms over server-sent events. */
export type Screen = {
  viewer: Viewer
  /** False when the client reads too slowly (backpressure): the stream is closed, and the page reconnects. */
  write(frame: Uint8Array): boolean
  close(): void
}

export type AlarmFeed = {
  /** Returns a function that unsubscribes. */
  open(screen: Screen): () => void
  /** Ends every stream, so that a stopping process does not wait for open pages. */
  close(): void
}

const encode = (text: string) => new TextEncoder().encode(text)
const heartbeat = encode(': here\n\n')
const changed = encode('event: changed\ndata:\n\n')
const frameOf = (data: string) => encode(`event: alarm\ndata: ${data}\n\n`)

/** Heartbeat interval. Keeps proxies from closing idle streams, and detects closed pages, logouts and lost rights. */
const beatEvery = 20_000

const everySight = ['own', 'admin', ...partnerSights] as const satisfies Sight[]
/** The only sights that show how many messages have gone out. */
const followers = ['own', 'admin'] as const satisfies Sight[]

type Open = Screen & { presence: string | null }

/**
 * Forwards NOTIFYs about alarms to every open page of this process. Per change: one read of the alarm, one query for
 * which viewers may see it now, and one serialisation per sight.
 */
export function openAlarmFeed(
  db: Database,
  listener: Pick<Listener, 'on' | 'close'>,
  clock: Clock,
  log: Log,
): AlarmFeed {
  const screens = new Set<Open>()
  /** Alarms being read, each with the sights for which another change arrived meanwhile. */
  const reading = new Map<string, Set<Sight>>()

  const hear = heardAs(alarmNotice, (notice) => {
    if (notice) return void change(notice.alarm, notice.what === 'sent' ? followers : everySight)
    for (const screen of screens) send(screen, changed)
    // Ended sessions may have gone unnoticed meanwhile too.
    void beat()
  })
  listener.on('alarms', hear)

  /** Changes of one alarm are read one at a time, so that no page gets an older state after a newer one. */
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
      // Fallback: tell the pages to fetch the state themselves.
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
    // Only screens in this snapshot were asked about. One that opens during the query must not be taken for absent.
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
      // A database error logs nobody out.
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
