import { randomUUID } from 'node:crypto'
import { mkdir, open, readFile, rename, rm } from 'node:fs/promises'
import { join } from 'node:path'
import type { Files } from './files.server'

/** Files in a folder of this machine. */
export function openLocalFiles(folder: string): Files {
  return {
    name: 'local folder',
    async put(name, bytes) {
      await mkdir(folder, { recursive: true, mode: 0o700 })
      // Written to a draft and renamed atomically: neither a reader nor a crash ever meets half a file.
      const draft = join(folder, `${randomUUID()}.draft`)
      try {
        const file = await open(draft, 'wx', 0o600)
        try {
          await file.writeFile(bytes)
          await file.sync()
        } finally {
          await file.close()
        }
        await rename(draft, join(folder, name))
      } catch (error) {
        await rm(draft, { force: true })
        throw error
      }
    },
    async get(name) {
      try {
        return await readFile(join(folder, name))
      } catch (error) {
        if ((error as { code?: string }).code === 'ENOENT') return null
        throw error
      }
    },
    async remove(name) {
      await rm(join(folder, name), { force: true })
    },
  }
}
