import { statfsSync, statSync } from 'node:fs'
import { lstat, readdir } from 'node:fs/promises'
import { join } from 'node:path'

/** Bytes of all that lies in a folder. What goes while it is looked at weighs nothing. */
export async function weighFolder(folder: string): Promise<number> {
  let bytes = 0
  for (const entry of await readdir(folder, { withFileTypes: true }).catch(() => [])) {
    const path = join(folder, entry.name)
    bytes += entry.isDirectory() ? await weighFolder(path) : ((await lstat(path).catch(() => null))?.size ?? 0)
  }
  return bytes
}

type Load = { folder: string; bytes: number }

/**
 * Whether all of it fits and `keepFree` is left on each disk: what makes the copy is not what fills the disk that alarms are written
 * on. Two folders may be on one disk.
 */
export function fits(loads: readonly Load[], keepFree: number, freeAt = freeBytes, diskOf = device): boolean {
  const needed = new Map<number, { folder: string; bytes: number }>()
  for (const { folder, bytes } of loads) {
    const disk = diskOf(folder)
    needed.set(disk, { folder, bytes: bytes + (needed.get(disk)?.bytes ?? 0) })
  }
  return [...needed.values()].every(({ folder, bytes }) => freeAt(folder) >= bytes + keepFree)
}

function freeBytes(folder: string): number {
  const { bavail, bsize } = statfsSync(folder)
  return bavail * bsize
}

const device = (folder: string) => statSync(folder).dev
