import { closeSync, fsyncSync, openSync, rmSync, statfsSync, statSync, writeSync } from 'node:fs'
import { join } from 'node:path'
import type { Log } from '~/platform/log.server'

const MB = 1_000_000

/** Kept lying on the disk so that there is something to throw overboard: room to start in, and for some alarms. */
const ballastSize = 64 * MB
/** Below this PostgreSQL may stop at any moment, and would not start again. */
const critical = 32 * MB
/** Ballast is only taken in where there is plenty. */
const plenty = 4 * ballastSize
/** A disk that fills does so in seconds, and the database ends with the first thing that it cannot write. */
const lookEvery = 250

export type FreeSpace = {
  /** True when only what somebody's safety hangs on should be written. */
  isLow(): boolean
  /** For whoever watches from outside. Full: the database may stop at any moment. */
  state(): 'ok' | 'low' | 'full'
  /** Null where it cannot be known. */
  freeBytes(): number | null
  stop(): void
}

export type SpaceOptions = {
  folder: string
  /** Bytes under which it is low. */
  low: number
  log: Pick<Log, 'warn' | 'error'>
  /** Bytes that are free; a test has its own. */
  measure?: (folder: string) => number
}

/**
 * Watches the disk that the database lies on. Nearly full, it says so, and what can wait is refused; all but full,
 * the ballast goes, so that the database has room to come back and alarms to go on.
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

/** Before the database starts: one that stopped on a full disk starts again by itself. */
export function makeRoomToStart(folder: string, measure = freeBytes) {
  const free = measured(measure, folder)
  if (free !== null && free < critical) dropBallast(folder)
}

/** So little that PostgreSQL stops at the next thing that it writes. */
export function isFull(folder: string, measure = freeBytes): boolean {
  const free = measured(measure, folder)
  return free !== null && free < critical
}

function freeBytes(folder: string): number {
  const { bavail, bsize } = statfsSync(folder)
  return bavail * bsize
}

/** Null where it cannot be known: then nothing is refused for it. */
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
    // Written out and not only announced: a file with holes in it would free nothing.
    const chunk = Buffer.alloc(MB, 0xb5)
    for (let written = 0; written < ballastSize; written += chunk.length) writeSync(at, chunk)
    fsyncSync(at)
    closeSync(at)
  } catch {
    dropBallast(folder)
  }
}

/** True when there was some. */
function dropBallast(folder: string): boolean {
  const file = ballastIn(folder)
  if (!statSync(file, { throwIfNoEntry: false })) return false
  rmSync(file, { force: true })
  return true
}
