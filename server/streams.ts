import type { Config } from '~/platform/config.server'
import type { Listener } from '~/platform/realtime/listener.server'
import { shareOf } from '~/platform/share.server'

/** More than this is somebody's program. */
const mostOfOne = 5
/** A browser has two, whatever its tabs, and both may have come to the same of several processes. */
const browsersOwn = 2

/** Open pages that are told things as they happen, by what let them in: 'session <id>', 'guard <hash of the secret>'. */
export type Streams = {
  /** Of one too many the oldest is ended. Returns how to say that it ended by itself. */
  open(holder: string, end: (why: 'over' | 'too many') => void): () => void
}

type End = (why: 'over' | 'too many') => void

/** The database says what is over (db/migrations/0200), whichever process ended it. */
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
