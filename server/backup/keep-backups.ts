import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { join } from 'node:path'
import type { House } from '~/platform/house.server'
import { tryTonightsBackup } from '~/upkeep/public.server'
import { bareEnvironment } from '../start/places'
import type { Night, TriedTonight } from './try-tonight'

/**
 * Timeout. A backup of a neighbourhood takes seconds; one that is not done by then would keep the disk busy in the
 * daytime.
 */
const limitMs = 30 * 60_000
/** No backup right after a start: the server has requests to catch up on, and a first start has the demo to seed. */
const settledS = 45
/**
 * Time between SIGTERM and SIGKILL. On SIGTERM the child removes its partial files; after SIGKILL the next run does.
 */
const graceMs = 10_000
const asChild = join('bin', 'tonight.mjs')

/**
 * A chore that runs the nightly backup in a child process with low priority: copying and reading a whole database never
 * delays an alarm, and a crash of the child affects nothing else.
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

/**
 * The child gets only the environment that it needs, and no secret. It stops by itself when its IPC channel closes,
 * which happens however the parent ends.
 */
function spawnChild({ folder, keepFree }: Night): ChildProcess {
  return spawn(process.execPath, [asChild, folder, String(keepFree)], {
    env: bareEnvironment(),
    stdio: ['ignore', 'ignore', 'ignore', 'ipc'],
    // Detached, so that Ctrl-C reaches only the parent, which then tells the child.
    detached: true,
  })
}

/** The child's result; null if it was asked to stop. A child that exits without a message has made no usable backup. */
async function runChild(child: ChildProcess, isToStop: AbortSignal): Promise<TriedTonight | null> {
  let said: TriedTonight | null = null
  let isLate = false
  child.on('message', (word) => {
    said = revive(word)
  })
  child.on('error', () => {})
  // Waits for the disconnect too: the last message may arrive after the process has exited.
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

/** The IPC channel serialises dates as text. */
function revive(word: unknown): TriedTonight {
  const tried = word as Omit<TriedTonight, 'madeAt'> & { madeAt: string | null }
  return { ...tried, madeAt: tried.madeAt === null ? null : new Date(tried.madeAt) }
}
