import { sql } from 'kysely'
import type { Database } from '../database/database.server'
import type { Log } from '../log.server'
import { type Hint, hint, type Subject, type Topic } from './hint'
import { heardAs, type Listener } from './listener.server'

/** `null` when hints may have been missed: anything may have changed. */
export type OnHint = (about: Subject | null) => void

/** Publishes hints from whoever changed something to the open pages that show it, in all processes of the product. */
export type Live = {
  /** Call after the commit. A lost hint only delays a page by half a minute, because pages also poll. */
  tell(hint: Hint): void
  /** Subscribes; returns the function to unsubscribe. */
  follow(topics: Topic[], onHint: OnHint): () => void
}

const channel = 'live'
/**
 * Hints of these milliseconds are batched: each NOTIFY takes a lock at commit for which all other notifying commits
 * queue.
 */
const gatherFor = 5
/** PostgreSQL limits payloads to 8000 bytes; a topic is at most 45. */
const mostTopics = 100

export function openLive(db: Database, listener: Listener, log: Log): Live {
  const followers = new Map<Topic, Set<OnHint>>()
  let gathered: Hint[] = []

  const hear = heardAs(hint, (word) => {
    const topics = word?.to ?? [...followers.keys()]
    // A follower of several of the topics is called once.
    for (const onHint of new Set(topics.flatMap((topic) => [...(followers.get(topic) ?? [])])))
      onHint(word?.about ?? null)
  })
  listener.on(channel, hear)

  function send() {
    const payloads = payloadsOf(gathered)
    gathered = []
    sql`select pg_notify(${channel}, payload) from unnest(${payloads}::text[]) as payload`
      .execute(db)
      .catch((error) => {
        log.warn({ code: (error as { code?: string }).code }, 'hints to open pages were lost')
      })
  }

  return {
    tell(hint) {
      gathered.push(hint)
      if (gathered.length === 1) setTimeout(send, gatherFor)
    },
    follow(topics, onHint) {
      for (const topic of topics) followers.set(topic, (followers.get(topic) ?? new Set()).add(onHint))
      return () => {
        for (const topic of topics) {
          const rest = followers.get(topic)
          rest?.delete(onHint)
          if (rest?.size === 0) followers.delete(topic)
        }
      }
    },
  }
}

/** One payload per subject with each topic once, split to stay within PostgreSQL's limit. */
export function payloadsOf(hints: readonly Hint[]): string[] {
  const bySubject = Map.groupBy(hints, ({ about }) => about)
  return [...bySubject].flatMap(([about, same]) => {
    const topics = [...new Set(same.flatMap(({ to }) => to))]
    const pieces = []
    for (let from = 0; from < topics.length; from += mostTopics) {
      pieces.push(JSON.stringify({ to: topics.slice(from, from + mostTopics), about } satisfies Hint))
    }
    return pieces
  })
}
