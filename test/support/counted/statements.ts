import type { Socket } from 'node:net'
import { onTestFinished } from 'vitest'
import { type Database, openDatabase, openPool } from '~/platform/database/database.server'
import { silentLog } from '~/platform/log.server'
import type { TestHouse } from '../house'

/**
 * The statements that were sent, oldest first, each by its name or the beginning of its text, and in how many socket
 * writes.
 */
export type Asked = { statements: string[]; writes: number }

/** The same database through a pool of its own that counts statements. */
export async function countedDatabase(house: TestHouse): Promise<{ db: Database; asked: Asked; forget(): void }> {
  const asked: Asked = { statements: [], writes: 0 }
  const pool = openPool({ ...house.pool.options, max: 4 }, silentLog)
  pool.on('connect', (client) => {
    const query = client.query.bind(client) as (...given: unknown[]) => unknown
    client.query = ((...given: unknown[]) => {
      asked.statements.push(nameOf(given[0]))
      return query(...given)
    }) as typeof client.query
    countWrites((client as unknown as { connection: { stream: Socket } }).connection.stream, () => asked.writes++)
  })
  const db = openDatabase(pool)
  onTestFinished(() => db.destroy())
  const forget = () => {
    asked.statements.length = 0
    asked.writes = 0
  }
  // Opens the connections in advance, so that connecting is not counted.
  const lines = await Promise.all(Array.from({ length: 4 }, () => pool.connect()))
  for (const line of lines) line.release()
  forget()
  return { db, asked, forget }
}

function nameOf(given: unknown): string {
  const { name, text } = typeof given === 'string' ? { text: given } : (given as { name?: string; text: string })
  return name ?? text.trim().slice(0, 60)
}

function countWrites(stream: Socket, count: () => void) {
  const [one, many] = [stream._write.bind(stream), stream._writev?.bind(stream)]
  stream._write = (...given) => {
    count()
    one(...given)
  }
  stream._writev = (...given) => {
    count()
    many?.(...given)
  }
}
