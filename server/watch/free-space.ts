import { closeSync, fsyncSync, openSync, rmSync, statfsSync, statSync, writeSync } from 'node:fs'
import { join } from 'node:path'
import type { Log } from '~/platform/log.server'

const MB = 1_000_000

/** Size of a file that only reserves disk space. Deleting it leaves room to start the database and for some alarms. */
const ballastSize = 64 * MB
/** Below this PostgreSQL may stop at any moment, and would not start again. */
const critical = 32 * MB
/** The ballast is only written when this much is free above the low mark. */
const plenty = 4 * ballastSize
/** Milliseconds between checks: a disk fills in seconds, and the database stops at its first failed write. */
const lookEvery = 250

export type FreeSpace = {
  /** True when only what somebody's safety depends on should be written. */
  isLow(): boolean
  /** For health checks. `full`: the database may stop at any moment. */
  state(): 'ok' | 'low' | 'full'
  /** Null where it cannot be measured. */
  freeBytes(): number | null
  stop(): void
}

export type SpaceOptions = {
  folder: string
  /** Bytes below which space counts as low. */
  low: number
  log: Pick<Log, 'warn' | 'error'>
  /** Measures free bytes; replaced in tests. */
  measure?: (folder: string) => number
}

/**
 * Watches the disk of the database. When it is nearly full, writes that can wait are refused; when it is all but full,
 * the ballast is deleted, so that the database can restart and alarms go on.
 */
export function watchFreeSpace({ folder, low, log, measure = freeBytes }: SpaceOptions): FreeSpace {
  let isLow = false
  let isFull = false
  const look = () => {
    const free = measured(measure, folder)
    if (free === null) return
    if (free < low !== isLow) {
      isLow = free < low
      log[isLow ? 'error' : 'warn'](
        { freeMb: Math.round(free / MB) },
        isLow ? 'the disk is nearly full' : 'the disk has room again',
      )
    }
    isFull = free < critical
    if (free < critical && dropBallast(folder)) log.error({}, 'the disk is full; the ballast was thrown overboard')
    if (free > plenty + low) layBallast(folder)
  }
  look()
  const timer = setInterval(look, lookEvery)
  timer.unref()
  return {
    isLow: () => isLow,
    state: () => (isFull ? 'full' : isLow ? 'low' : 'ok'),
    freeBytes: () => measured(measure, folder),
    stop: () => clearInterval(timer),
  }
}

/** Before the database starts: deletes the ballast, so that one that stopped on a full disk can start again. */
export function makeRoomToStart(folder: string, measure = freeBytes) {
  const free = measured(measure, folder)
  if (free !== null && free < critical) dropBallast(folder)
}

/** Whether PostgreSQL would stop at its next write. */
export function isFull(folder: string, measure = freeBytes): boolean {
  const free = measured(measure, folder)
  return free !== null && free < critical
}

function freeBytes(folder: string): number {
  const { bavail, bsize } = statfsSync(folder)
  return bavail * bsize
}

/** Null where it cannot be measured: then nothing is refused for lack of space. */
function measured(measure: (folder: string) => number, folder: string): number | null {
  try {
    return measure(folder)
  } catch {
    return null
  }
}

const ballastIn = (folder: string) => join(folder, 'ballast')

function layBallast(folder: string) {
  const file = ballastIn(folder)
  if (statSync(file, { throwIfNoEntry: false })?.size === ballastSize) return
  try {
    const at = openSync(file, 'w', 0o600)
    // Written in full: a sparse file would free nothing when deleted.
    const chunk = Buffer.alloc(MB, 0xb5)
    for (let written = 0; written < ballastSize; written += chunk.length) writeSync(at, chunk)
    fsyncSync(at)
    closeSync(at)
  } catch {
    dropBallast(folder)
  }
}

/** True if there was a ballast file. */
function dropBallast(folder: string): boolean {
  const file = ballastIn(folder)
  if (!statSync(file, { throwIfNoEntry: false })) return false
  rmSync(file, { force: true })
  return true
}
