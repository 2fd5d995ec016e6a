import { setTimeout as pause } from 'node:timers/promises'
import type { Cluster } from '~/platform/database/embedded-postgres.server'
import { openSilentProxy, type SilentProxy, socketIn } from '../../support/counterparts/silent-proxy'
import { PgNode, user } from './pg-node'

/**
 * How a primary fails. `silent`: it and its connections live on, but it cannot be reached; `hand over`: a planned
 * switch by an operator.
 */
export const endings = ['kill', 'stop', 'silent', 'hand over'] as const
export type Ending = (typeof endings)[number]

/** Two PostgreSQL with synchronous replication, and a proxy in front that leads to the current primary. */
export type Pair = {
  primary: PgNode
  standby: PgNode | null
  /** The proxy that the product connects to. */
  front: SilentProxy
  /** The test's own access, whose connections break at once when the primary fails. */
  cluster: Cluster
  /** Gives the primary a new standby, and makes commits wait for it. */
  follow(): Promise<void>
  /** The standby is lost for good; commits go on waiting for it. */
  loseStandby(): Promise<void>
  /** The primary fails, and after a while the standby is promoted. Returns the moment from which it accepts writes. */
  failOver(ending: Ending, awayMs: number): Promise<number>
  close(): Promise<void>
}

export async function openPair(): Promise<Pair> {
  const first = await PgNode.make()
  const [front, own] = await Promise.all([1, 2].map(() => openSilentProxy(socketIn(first.place.sockets))))
  if (!front || !own) throw new Error('no way in')
  /** The failed primary, until nobody can reach it any more. */
  let gone: PgNode | null = null

  const pair: Pair = {
    primary: first,
    standby: null,
    front,
    cluster: {
      connection: { host: '127.0.0.1', port: own.port, user, database: 'postgres' } as Cluster['connection'],
      adopted: false,
      stop: async () => {},
      stopNow: () => {},
    },
    async follow() {
      await gone?.throwAway()
      gone = null
      pair.standby ??= await PgNode.following(pair.primary)
      await pair.primary.waitFor('standby')
    },
    async loseStandby() {
      await pair.standby?.throwAway()
      pair.standby = null
    },
    async failOver(ending, awayMs) {
      const { primary, standby } = pair
      if (!standby) throw new Error('nobody follows')
      own.refuseAll()
      if (ending === 'kill') await primary.kill()
      else if (ending === 'stop') primary.signal('SIGSTOP')
      else if (ending === 'silent') front.silenceAll()
      else await primary.stopFast()
      await pause(awayMs)
      await standby.promote()
      for (const way of [front, own]) {
        way.leadTo(socketIn(standby.place.sockets))
        way.speak()
      }
      await standby.waitFor('nobody')
      await standby.ask('create table if not exists accepts (at timestamptz); insert into accepts values (now())')
      Object.assign(pair, { primary: standby, standby: null })
      gone = primary
      return Date.now()
    },
    async close() {
      await Promise.all([front.close(), own.close()])
      for (const node of [pair.standby, pair.primary, gone]) await node?.throwAway()
    },
  }
  return pair
}
