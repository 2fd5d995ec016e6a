import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import pg from 'pg'
import { afterEach, expect, test } from 'vitest'
import { type Cluster, startCluster } from './embedded-postgres.server'

const folders: string[] = []
const clusters: Cluster[] = []

function newFolder() {
  const folder = mkdtempSync(join(tmpdir(), 'kvartera-cluster-'))
  folders.push(folder)
  return folder
}

async function start(folder: string) {
  const cluster = await startCluster({ folder })
  clusters.push(cluster)
  return cluster
}

async function query(cluster: Cluster, sql: string) {
  const client = new pg.Client(cluster.connection)
  client.on('error', () => {})
  await client.connect()
  const { rows } = await client.query(sql)
  await client.end()
  return rows
}

const postmasterPid = (cluster: Cluster) =>
  Number.parseInt(readFileSync(join(dataFolder(cluster), 'postmaster.pid'), 'utf8'), 10)

// The data folder lies beside the sockets, wherever the cluster had to put both.
const dataFolder = (cluster: Cluster) => join(cluster.connection.host, '..', 'postgres')

afterEach(async () => {
  await Promise.all(clusters.splice(0).map((cluster) => cluster.stop()))
  for (const folder of folders.splice(0)) rmSync(folder, { recursive: true, force: true })
})

test('a stopped database keeps its rows and starts again', async () => {
  const folder = newFolder()
  const first = await start(folder)
  await query(first, 'create table kept (n int)')
  await query(first, 'insert into kept values (7)')
  await first.stop()

  const second = await start(folder)
  expect(await query(second, 'select n from kept')).toEqual([{ n: 7 }])
})

test('takes over a database that a killed process left running instead of starting a second', async () => {
  const folder = newFolder()
  const abandoned = await start(folder)
  const successor = await start(folder)
  expect(postmasterPid(successor)).toBe(postmasterPid(abandoned))
  expect(await query(successor, 'select 1 as one')).toEqual([{ one: 1 }])
})

test('a killed database restarts by itself with what was committed', async () => {
  const folder = newFolder()
  const cluster = await start(folder)
  await query(cluster, 'create table kept (n int)')
  await query(cluster, 'insert into kept values (1)')
  const before = postmasterPid(cluster)
  process.kill(before, 'SIGKILL')

  await expect.poll(() => query(cluster, 'select n from kept').catch(() => null)).toEqual([{ n: 1 }])
  expect(postmasterPid(cluster)).not.toBe(before)
})

test('the sort order is Swedish', async () => {
  const cluster = await start(newFolder())
  const rows = await query(cluster, `select word from unnest(array['ö', 'z', 'å', 'ä', 'a']) as word order by word`)
  expect(rows.map((row) => row.word)).toEqual(['a', 'z', 'å', 'ä', 'ö'])
})
