import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { join } from 'node:path'
import type { House } from '~/platform/house.server'
import { tryTonightsBackup } from '~/upkeep/public.server'
import { bareEnvironment } from '../start/places'
import type { Night, TriedTonight } from './try-tonight'

/** A neighbourhood takes seconds. What is not over by then keeps the disk busy for people who are awake. */
const limitMs = 30 * 60_000
/** Who has just come back has people to serve first, and a first start a neighbourhood to move in. */
const settledS = 45
/** Told to stop it takes away what it has made; killed, the next one does. */
const graceMs = 10_000
const asChild = join('bin', 'tonight.mjs')

/**
 * A chore. Copying and reading a whole database is done by a process of its own, with a low priority: an alarm never waits for it,
 * and whatever becomes of it becomes of it alone.
 */
export async function keepBackups(
  house: House,
  isToStop: AbortSignal,
  { startChild = spawnChild, uptimeS = process.uptime() } = {},
): Promise<void> {
  const { config, log } = house
  if (config.backupFolder === null || uptimeS < settledS) return
  const night = { folder: config.backupFolder, keepFree: config.leastFreeSpace }
  await tryTonightsBackup(house, async () => {
    const tried = await runChild(startChild(night), isToStop)
    if (!tried) return null
    const { faults, ...result } = tried
    log[result.outcome === 'whole' ? 'info' : 'error'](
      { outcome: result.outcome, madeAt: result.madeAt, ...result.counts, faults },
      'the backup of the night was tried',
    )
    return result
  })
}

/** It is given what it needs, and no secret. Its channel to us ends when we do, however that happens: then it stops by itself. */
function spawnChild({ folder, keepFree }: Night): ChildProcess {
  return spawn(process.execPath, [asChild, folder, String(keepFree)], {
    env: bareEnvironment(),
    stdio: ['ignore', 'ignore', 'ignore', 'ipc'],
    // Ctrl-C reaches us alone, and we tell it.
    detached: true,
  })
}

/** What it found; null when it was asked to stop. One that ends without a word has made nothing that anybody could use. */
async function runChild(child: ChildProcess, isToStop: AbortSignal): Promise<TriedTonight | null> {
  let said: TriedTonight | null = null
  let isLate = false
  child.on('message', (word) => {
    said = revive(word)
  })
  child.on('error', () => {})
  // The last word is there when the channel has ended, which may be after the process has.
  const ended = child.pid === undefined ? null : Promise.all([once(child, 'exit'), once(child, 'disconnect')])
  const stop = () => {
    child.kill('SIGTERM')
    setTimeout(() => child.kill('SIGKILL'), graceMs).unref()
  }
  const late = setTimeout(() => {
    isLate = true
    stop()
  }, limitMs)
  if (isToStop.aborted) stop()
  isToStop.addEventListener('abort', stop, { once: true })
  try {
    await ended
  } finally {
    clearTimeout(late)
    isToStop.removeEventListener('abort', stop)
  }
  if (said) return said
  if (isToStop.aborted) return null
  return { outcome: isLate ? 'too long' : 'not made', madeAt: null, counts: null, faults: ['ended without a word'] }
}

/** Over the channel a moment is a text. */
function revive(word: unknown): TriedTonight {
  const tried = word as Omit<TriedTonight, 'madeAt'> & { madeAt: string | null }
  return { ...tried, madeAt: tried.madeAt === null ? null : new Date(tried.madeAt) }
}
