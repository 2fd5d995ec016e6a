import type { Config } from '~/platform/config.server'
import type { Listener } from '~/platform/realtime/listener.server'
import { shareOf } from '~/platform/share.server'

/** Maximum open streams per session or link: more than this is a program. */
const mostOfOne = 5
/** Minimum per process: a browser has two streams, whatever its tabs, and both may reach the same process. */
const browsersOwn = 2

/** Open event streams, by what authorised them: 'session <id>' or 'guard <hash of the secret>'. */
export type Streams = {
  /**
   * Registers a stream, closing the holder's oldest if there are too many. Returns a function to call when the stream
   * ends by itself.
   */
  open(holder: string, end: (why: 'over' | 'too many') => void): () => void
}

type End = (why: 'over' | 'too many') => void

/**
 * Closes streams whose session or link was revoked. The database notifies (db/migrations/0200), whichever process
 * revoked it.
 */
export function openStreams(listener: Listener, config: Pick<Config, 'webProcesses'>): Streams {
  const most = shareOf(config, mostOfOne, browsersOwn)
  const streams = new Map<string, Set<End>>()

  listener.on('endings', (holder) => {
    for (const end of [...(streams.get(holder ?? '') ?? [])]) end('over')
  })
  return {
    open(holder, end) {
      const own = streams.get(holder) ?? new Set<End>()
      streams.set(holder, own.add(end))
      const [oldest] = own
      if (own.size > most) oldest?.('too many')
      return () => {
        own.delete(end)
        if (own.size === 0 && streams.get(holder) === own) streams.delete(holder)
      }
    },
  }
}
