import { statfsSync, statSync } from 'node:fs'
import { lstat, readdir } from 'node:fs/promises'
import { join } from 'node:path'

/** Total bytes of all files in a folder. Files that vanish while it is read count as nothing. */
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
 * Whether all copies fit and leave `keepFree` on each disk, so that a backup never fills the disk that alarms are
 * written to. Several folders may share a disk, so the sizes are added up per disk.
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
