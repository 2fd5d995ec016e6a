import pg from 'pg'
import type { z } from 'zod'
import { hangUp, Line, type Lines } from '../database/lines.server'
import type { Log } from '../log.server'
import { inTime } from '../time-limit'

/** Hears what the database says on a channel. `payload` is null when something may have been missed. */
export type Heard = (payload: string | null) => void

export type Listener = {
  on(channel: string, heard: Heard): void
  /** Whether what is said is heard just now, as far as is known. */
  isOpen(): boolean
  close(): Promise<void>
}

const firstPause = 100
/** Pages hear nothing meanwhile: no longer than they would hardly notice. */
const longestPause = 800
/** A line that a firewall cut says nothing: only a question finds out. */
const askEvery = 5_000
const patience = 3_000

/**
 * Hears words of a shape. Anybody with a login can say anything on a channel: what is no such word may have been meant as
 * one, and counts as something that was missed.
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
 * One connection of its own that does nothing but LISTEN. It comes back by itself, sooner first and then
 * later, and then tells every channel that it cannot know what was said meanwhile.
 */
export function openListener(pool: pg.Pool, log: Log): Listener {
  const options: pg.PoolConfig & { lines?: Lines } = pool.options
  const channels = new Map<string, Heard[]>()
  let client: pg.Client | null = null
  /** The client that hears every channel, and has told each what it may have missed. */
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
      // A connection that fails here is lost, and all channels are asked for again on the next one.
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
