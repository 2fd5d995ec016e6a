import pg from 'pg'
import type { Log } from '../log.server'

/** Hears what the database says on a channel. `payload` is null when something may have been missed. */
export type Heard = (payload: string | null) => void

export type Listener = {
  on(channel: string, heard: Heard): void
  close(): Promise<void>
}

const firstPause = 100
const longestPause = 5_000
/** A line that a firewall cut says nothing: only a question finds out. */
const askEvery = 10_000

/**
 * One connection of its own that does nothing but LISTEN. It comes back by itself, sooner first and then
 * later, and then tells every channel that it cannot know what was said meanwhile.
 */
export function openListener(pool: pg.Pool, log: Log): Listener {
  const channels = new Map<string, Heard[]>()
  let client: pg.Client | null = null
  let timer: ReturnType<typeof setTimeout> | undefined
  let closed = false

  const listen = (to: pg.Client, channel: string) => to.query(`listen ${pg.escapeIdentifier(channel)}`)

  async function connect(pause: number) {
    const fresh = new pg.Client({ ...pool.options, connectionTimeoutMillis: 5_000 })
    fresh.on('error', () => lose(fresh))
    fresh.on('end', () => lose(fresh))
    fresh.on('notification', ({ channel, payload }) => {
      for (const heard of channels.get(channel) ?? []) heard(payload ?? '')
    })
    try {
      await fresh.connect()
      client = fresh
      for (const channel of channels.keys()) await listen(fresh, channel)
      for (const heard of [...channels.values()].flat()) heard(null)
      timer = setTimeout(ask, askEvery, fresh)
    } catch {
      client = null
      fresh.end().catch(() => {})
      again(Math.min(pause * 2, longestPause))
    }
  }

  async function ask(of: pg.Client) {
    try {
      await Promise.race([of.query('select 1'), tooLate()])
      if (client === of) timer = setTimeout(ask, askEvery, of)
    } catch {
      lose(of)
    }
  }

  function lose(lost: pg.Client) {
    if (client !== lost || closed) return
    client = null
    log.warn({}, 'the listening connection was lost')
    lost.end().catch(() => {})
    again(firstPause)
  }

  function again(pause: number) {
    clearTimeout(timer)
    if (!closed) timer = setTimeout(connect, pause, pause)
  }

  void connect(firstPause)
  return {
    on(channel, heard) {
      const others = channels.get(channel)
      channels.set(channel, [...(others ?? []), heard])
      // A connection that fails here is lost, and all channels are asked for again on the next one.
      if (!others && client) listen(client, channel).catch(() => {})
    },
    async close() {
      closed = true
      clearTimeout(timer)
      await client?.end().catch(() => {})
    },
  }
}

function tooLate() {
  return new Promise((_, refuse) => {
    setTimeout(refuse, 5_000, new Error('no answer')).unref()
  })
}
