import { execFileSync, spawnSync } from 'node:child_process'
import { randomBytes } from 'node:crypto'
import { join, resolve } from 'node:path'

const isRoot = process.getuid?.() === 0

/** What all parts share: the folder, the user, the ports and the passwords of one run. */
export function layOut(base) {
  const folder = isRoot ? '/var/lib/kvartera/several' : resolve('.data/several')
  const port = Object.fromEntries(
    ['product', 'one', 'two', 'primary', 'etcd', 'peer'].map((what, n) => [what, base + n]),
  )
  const secret = () => randomBytes(18).toString('hex')
  return {
    folder,
    user: otherUser(),
    port,
    databases: ['one', 'two', 'three'].map((name, n) => ({ name, port: base + 20 + n, patroni: base + 30 + n })),
    origin: `http://127.0.0.1:${port.product}`,
    passwords: { everything: secret(), follows: secret(), owner: secret(), login: secret() },
    env: { PATH: `${join(folder, 'bin')}:/usr/local/bin:/usr/bin:/bin:/usr/sbin`, LANG: 'C.UTF-8', HOME: folder },
    logOf: (name) => join(folder, `${name}.log`),
  }
}

/** A non-root user for PostgreSQL, which refuses to run as root. Null if nobody here is root. */
function otherUser() {
  if (!isRoot) return null
  for (const name of ['postgres', 'nobody']) {
    const asked = spawnSync('id', ['-u', name], { encoding: 'utf8' })
    if (asked.status === 0) return { uid: Number(asked.stdout), gid: Number(execFileSync('id', ['-g', name])) }
  }
  throw new Error('PostgreSQL does not run as root, and this machine has neither a user postgres nor nobody.')
}
