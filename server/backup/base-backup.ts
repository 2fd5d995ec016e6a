import { constants } from 'node:fs'
import { copyFile, mkdir, open, readdir, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import pg from 'pg'

/**
 * What PostgreSQL recreates itself, or must not be copied while it runs (see PostgreSQL's manual on low-level base
 * backups).
 */
const emptied = new Set([
  'pg_dynshmem',
  'pg_notify',
  'pg_replslot',
  'pg_serial',
  'pg_snapshots',
  'pg_stat_tmp',
  'pg_subtrans',
  'pg_wal',
])
const leftOut = /^(postmaster\.(pid|opts)|pg_internal\.init.*|pgsql_tmp.*|backup_label|tablespace_map)$/
const walSegment = /^[0-9A-F]{24}$/

/**
 * Copies a cluster while it runs. Between `pg_backup_start` and `pg_backup_stop` files may change while being copied;
 * replaying the WAL, copied last, makes them consistent. A replication slot keeps that WAL from being recycled
 * meanwhile.
 */
export async function copyCluster(connection: pg.ClientConfig, from: string, to: string): Promise<void> {
  const client = new pg.Client(connection)
  await client.connect()
  try {
    await client.query(`select pg_create_physical_replication_slot('backup_' || pg_backend_pid(), true, true)`)
    await client.query(`select pg_backup_start('kvartera', fast => true)`)
    await copyFolder(from, to)
    const { rows } = await client.query<{ labelfile: string; spcmapfile: string }>(
      'select labelfile, spcmapfile from pg_backup_stop(wait_for_archive => false)',
    )
    await writeFile(join(to, 'backup_label'), rows[0]?.labelfile ?? '', { mode: 0o600, flush: true })
    for (const name of await readdir(join(from, 'pg_wal'))) {
      if (walSegment.test(name)) await copyWhole(join(from, 'pg_wal', name), join(to, 'pg_wal', name))
    }
  } finally {
    await client.end()
  }
}

async function copyFolder(from: string, to: string): Promise<void> {
  await mkdir(to, { recursive: true, mode: 0o700 })
  for (const entry of await readdir(from, { withFileTypes: true })) {
    if (leftOut.test(entry.name)) continue
    const [source, target] = [join(from, entry.name), join(to, entry.name)]
    if (!entry.isDirectory()) await copyWhole(source, target)
    else if (emptied.has(entry.name)) await keepFolders(source, target)
    else await copyFolder(source, target)
  }
}

/** Recreates the emptied folders without their content: PostgreSQL needs some of them to exist. */
async function keepFolders(from: string, to: string): Promise<void> {
  await mkdir(to, { recursive: true, mode: 0o700 })
  for (const entry of await readdir(from, { withFileTypes: true })) {
    if (entry.isDirectory() && !/^backup_/.test(entry.name)) await mkdir(join(to, entry.name), { mode: 0o700 })
  }
}

/**
 * Copies a file and flushes it. A file that was removed since it was listed is skipped: the WAL does not need it
 * either.
 */
export async function copyWhole(from: string, to: string): Promise<void> {
  try {
    await copyFile(from, to, constants.COPYFILE_FICLONE)
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return
    throw error
  }
  const file = await open(to, 'r')
  await file.sync().finally(() => file.close())
}
