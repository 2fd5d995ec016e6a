import pg from 'pg'
import type { z } from 'zod'
import { hangUp, Line, type Lines } from '../database/lines.server'
import type { Log } from '../log.server'
import { inTime } from '../time-limit'

/** Handles a NOTIFY on a channel. `payload` is null when notifications may have been missed. */
export type Heard = (payload: string | null) => void

export type Listener = {
  on(channel: string, heard: Heard): void
  /** Whether notifications are currently received, as far as known. */
  isOpen(): boolean
  close(): Promise<void>
}

const firstPause = 100
/** The longest pause between reconnects. Pages miss notifications meanwhile, so short enough to be hardly noticed. */
const longestPause = 800
/** Heartbeat: a connection cut by a firewall stays silent, and only a query finds out. */
const askEvery = 5_000
const patience = 3_000

/**
 * Parses payloads by a schema. Any database login can NOTIFY on a channel; a payload that does not match may have been
 * a real one, and counts as missed (null).
 */
export function heardAs<Schema extends z.ZodType>(
  schema: Schema,
  heard: (word: z.output<Schema> | null) => void,
): Heard {
  return (payload) => heard(payload === null ? null : read(schema, payload))
}

function read<Schema extends z.ZodType>(schema: Schema, payload: string): z.output<Schema> | null {
  try {
    return schema.safeParse(JSON.parse(payload)).data ?? null
  } catch {
    return null
  }
}

/**
 * A dedicated connection that only LISTENs. It reconnects by itself with back-off, and then tells every channel that
 * notifications may have been missed.
 */
export function openListener(pool: pg.Pool, log: Log): Listener {
  const options: pg.PoolConfig & { lines?: Lines } = pool.options
  const channels = new Map<string, Heard[]>()
  let client: pg.Client | null = null
  /** The client on which all channels are subscribed and have been told of possible misses. */
  let open: pg.Client | null = null
  let timer: ReturnType<typeof setTimeout> | undefined
  let closed = false

  const asked = (of: pg.Client, text: string) => inTime(of.query(text), patience)
  const listen = (to: pg.Client, channel: string) => asked(to, `listen ${pg.escapeIdentifier(channel)}`)

  function say(channel: string, payload: string | null) {
    for (const heard of channels.get(channel) ?? []) {
      try {
        heard(payload)
      } catch (error) {
        log.error({ channel, error: (error as Error).name }, 'what was said could not be heard')
      }
    }
  }

  async function connect(pause: number) {
    const { lines } = options
    const how = { ...options, application_name: 'kvartera listens', connectionTimeoutMillis: 5_000 }
    const fresh = lines ? new Line({ ...how, lines }) : new pg.Client(how)
    fresh.on('error', () => lose(fresh))
    fresh.on('end', () => lose(fresh))
    fresh.on('notification', ({ channel, payload }) => say(channel, payload ?? ''))
    try {
      await fresh.connect()
      if (fresh instanceof Line) await inTime(lines?.admit(fresh) ?? Promise.resolve(), patience)
      if (closed) return hangUp(fresh)
      client = fresh
      for (const channel of channels.keys()) await listen(fresh, channel)
      for (const channel of channels.keys()) say(channel, null)
      open = fresh
      timer = setTimeout(ask, askEvery, fresh)
    } catch {
      client = null
      hangUp(fresh)
      again(Math.min(pause * 2, longestPause))
    }
  }

  async function ask(of: pg.Client) {
    try {
      await asked(of, 'select 1')
      if (client === of) timer = setTimeout(ask, askEvery, of)
    } catch {
      lose(of)
    }
  }

  function lose(lost: pg.Client) {
    if (client !== lost || closed) return
    client = null
    log.warn({}, 'the listening connection was lost')
    hangUp(lost)
    again(firstPause)
  }

  function again(pause: number) {
    clearTimeout(timer)
    if (!closed) timer = setTimeout(connect, pause, pause)
  }

  void connect(firstPause)
  return {
    isOpen: () => open !== null && open === client && !closed,
    on(channel, heard) {
      const others = channels.get(channel)
      channels.set(channel, [...(others ?? []), heard])
      // If this fails the connection is lost, and the next one subscribes all channels again.
      const to = client
      if (!others && to) listen(to, channel).catch(() => lose(to))
    },
    async close() {
      closed = true
      clearTimeout(timer)
      const last = client
      if (last) await inTime(last.end(), 1_000).catch(() => hangUp(last))
    },
  }
}
