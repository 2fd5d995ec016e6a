import { existsSync, statfsSync } from 'node:fs'

const memory = '/dev/shm'
/** A run with all its databases, browsers and demos uses about a third of this. */
const enough = 3_000_000_000

/**
 * Puts temporary folders into memory where there is room: the tests create some hundred databases that need not be
 * durable, so nothing should wait for a disk. Tests about disks choose their own folder.
 */
export function lieInMemory() {
  if (isAboutDisk(process.env.FAULTS) || process.env.TMPDIR || !existsSync(memory)) return
  const { bavail, bsize } = statfsSync(memory)
  if (bavail * bsize > enough) process.env.TMPDIR = memory
}

/** Fault trials are about disks, except these two, which copy whole servers and would wait for the disk. */
const isAboutDisk = (trial: string | undefined) => trial !== undefined && !/^(failover|standby)$/.test(trial)
