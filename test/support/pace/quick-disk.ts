import { existsSync, statfsSync } from 'node:fs'

const memory = '/dev/shm'
/** A run with all its databases, browsers and demo neighbourhoods takes about a third of it. */
const enough = 3_000_000_000

/**
 * Tests make and throw away some hundred databases, and none of them has to outlive its test: where the machine lends a folder
 * in memory with room enough, they lie there, and nothing waits for a disk. What is about disks says where it lies itself.
 */
export function lieInMemory() {
  if (isAboutDisk(process.env.FAULTS) || process.env.TMPDIR || !existsSync(memory)) return
  const { bavail, bsize } = statfsSync(memory)
  if (bavail * bsize > enough) process.env.TMPDIR = memory
}

/** The trials of `npm run faults` are; two servers that take each other's place are copied whole each time, and would wait for that. */
const isAboutDisk = (trial: string | undefined) => trial !== undefined && !/^(failover|standby)$/.test(trial)
