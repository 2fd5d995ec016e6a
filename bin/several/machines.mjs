import { rmSync } from 'node:fs'
import { setTimeout as pause } from 'node:timers/promises'
import { isSoon, isWell } from './ask.mjs'
import { openDatabase } from './database.mjs'
import { layOut } from './layout.mjs'
import { openMember } from './member.mjs'
import { prepare, refuseTakenPorts } from './prepare.mjs'
import { openProcesses } from './processes.mjs'
import { readyAt, startEtcd, startProduct, startProxy } from './start-parts.mjs'

/** The setup of deploy/several-machines on one computer. `say` is told what happens. */
export function createMachines({ base, say }) {
  const layout = layOut(base)
  const processes = openProcesses(layout, say)
  const databases = layout.databases.map((each) => openDatabase(each, layout, processes))
  let primary = null
  let hitAt = 0

  async function until(what, ask) {
    const seconds = 120
    if (await isSoon(ask, { seconds, everyMs: 200 })) return
    throw new Error(`${what} did not come within ${seconds} s: the logs are in ${layout.folder}.`)
  }

  async function watchPrimary() {
    for (; ; await pause(250)) {
      const are = await Promise.all(databases.map((each) => each.isPrimary()))
      const found = databases.filter((_, n) => are[n]).map(({ name }) => name)
      const now = found.join(' and ') || null
      if (now === primary) continue
      const since = hitAt ? `, ${((Date.now() - hitAt) / 1000).toFixed(1)} s after it was hit` : ''
      say(now ? `the primary is ${now}${since}` : 'there is no primary')
      primary = now
    }
  }

  async function areCopied() {
    const { members = [] } = (await databases[0].cluster()) ?? {}
    const copies = members.filter(({ role, state }) => /replica|standby/.test(role) && /running|streaming/.test(state))
    return copies.length === 2
  }

  /** Whether the current primary reports the database as its standby, within a time. */
  async function follows(database, seconds) {
    const isFollowed = async () => {
      const leading = databases.find(({ name }) => name === primary)
      return leading !== undefined && leading !== database && (await leading.isFollowedBy(database.name))
    }
    const isThere = await isSoon(isFollowed, { seconds, everyMs: 500 })
    if (isThere) say(`${database.name} follows`)
    return isThere
  }

  return {
    origin: layout.origin,
    member: null,
    async start() {
      await refuseTakenPorts(layout)
      prepare(layout)
      say('etcd')
      const health = startEtcd(layout, processes)
      await until('etcd', () => isWell(health))
      say('three PostgreSQL with Patroni')
      void watchPrimary()
      for (const each of databases) each.start()
      await until('a primary', () => primary !== null)
      await until('two copies', areCopied)
      say('HAProxy')
      startProxy(layout, processes)
      await pause(1_500)
      for (const name of ['one', 'two']) {
        say(`the product, ${name}`)
        const ready = startProduct(name, layout, processes)
        await until(`The product ${name}`, () => isWell(ready))
      }
      await until('the address in front', () => isWell(readyAt(layout.port.product)))
      this.member = await openMember(layout.origin)
    },
    /** SIGKILL: the primary and its Patroni die. SIGSTOP: they stand still. */
    hit(signal) {
      const hit = databases.find(({ name }) => name === primary)
      if (!hit) return say('there is no primary to hit')
      if (signal === 'SIGKILL') processes.mayEnd(hit.name)
      hit.hitBy = signal
      hitAt = Date.now()
      hit.signal(signal)
      say(`${hit.name} ${signal === 'SIGKILL' ? 'is killed' : 'stands still'}`)
    },
    /**
     * Restarts the databases that were hit. One with writes that no other has cannot follow; without pg_rewind it is
     * rebuilt on request.
     */
    async back() {
      for (const each of databases.filter(({ hitBy }) => hitBy)) {
        if (each.hitBy === 'SIGSTOP') each.signal('SIGCONT')
        else each.start()
        say(`${each.name} is back`)
        each.hitBy = null
        if (await follows(each, 20)) continue
        say(`${each.name} does not follow, and is made anew`)
        await each.rebuild()
        if (!(await follows(each, 90))) say(`${each.name} does not follow yet: its log is ${layout.logOf(each.name)}`)
      }
    },
    async who() {
      for (const each of databases) say(`${each.name}: ${inWords(await each.state())}`)
    },
    /** `isKept`: keeps the folder with the data and the logs. */
    async end(isKept) {
      processes.mayEnd()
      for (const each of databases) each.signal('SIGKILL')
      for (const name of ['product-one', 'product-two']) processes.kill(name, 'SIGKILL')
      for (const name of ['haproxy', 'etcd']) processes.kill(name, 'SIGTERM')
      // Once more: a Patroni that was not yet dead may have started its PostgreSQL again.
      for (const each of databases) each.signal('SIGKILL')
      await pause(500)
      if (!isKept) rmSync(layout.folder, { recursive: true, force: true })
    },
  }
}

function inWords(state) {
  if (!state) return 'does not answer'
  const isAwaited = state.sync_standby ? ', what is written waits for it' : ''
  return `${state.role}, ${state.state}, timeline ${state.timeline ?? '?'}${isAwaited}`
}
