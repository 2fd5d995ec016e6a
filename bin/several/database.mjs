import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { asked, isWell } from './ask.mjs'
import { familyOf } from './processes.mjs'

/** One PostgreSQL with its Patroni. */
export function openDatabase({ name, port, patroni }, { folder, passwords, env, port: { etcd } }, processes) {
  const api = `http://127.0.0.1:${patroni}`

  /** The processes of Patroni and of its PostgreSQL, which is not Patroni's child. */
  function pids() {
    const own = processes.pidOf(name)
    const lock = join(folder, name, 'postmaster.pid')
    const server = existsSync(lock) ? Number(readFileSync(lock, 'utf8').split('\n')[0]) : 0
    return new Set([
      ...(own ? familyOf(own) : []),
      ...(server && existsSync(`/proc/${server}`) ? familyOf(server) : []),
    ])
  }

  const state = () => asked(`${api}/patroni`)

  return {
    name,
    port,
    patroni,
    /** The signal that it was hit by, until it is back. */
    hitBy: null,
    start() {
      processes.run(name, 'patroni', [join(folder, 'patroni.yml')], {
        ...env,
        PATRONI_NAME: name,
        // Uses etcd's older API: Debian's Patroni 3.0.2, resuming after a pause, overwrites another's leader lock by
        // the newer one (docs/decisions/0227).
        PATRONI_ETCD_HOSTS: `127.0.0.1:${etcd}`,
        PATRONI_RESTAPI_LISTEN: `127.0.0.1:${patroni}`,
        PATRONI_RESTAPI_CONNECT_ADDRESS: `127.0.0.1:${patroni}`,
        PATRONI_POSTGRESQL_LISTEN: `127.0.0.1:${port}`,
        PATRONI_POSTGRESQL_CONNECT_ADDRESS: `127.0.0.1:${port}`,
        PATRONI_POSTGRESQL_DATA_DIR: join(folder, name),
        PATRONI_POSTGRESQL_BIN_DIR: join(folder, 'bin'),
        PATRONI_POSTGRESQL_PGPASS: join(folder, `${name}.pgpass`),
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
    },
    signal(which) {
      for (const pid of pids()) {
        try {
          process.kill(pid, which)
        } catch {
          // The process has ended by itself.
        }
      }
    },
    isPrimary: () => isWell(`${api}/primary`, 1_000),
    state,
    cluster: () => asked(`${api}/cluster`),
    async isFollowedBy(other) {
      const { replication = [] } = (await state()) ?? {}
      return replication.some((each) => each.application_name === other && each.state === 'streaming')
    },
    /** Throws its data away and copies them from the primary. */
    rebuild: () => fetch(`${api}/reinitialize`, { method: 'POST', body: '{"force":true}' }).catch(() => {}),
  }
}
