import { FilesUnavailable, nameFor, parseFileName } from '~/platform/files/files.server'
import type { House } from '~/platform/house.server'
import { accepted, type Outcome, refused } from '~/shared/outcome'

const addressOf = '/files/'

/** Stores a picture and returns its address. `failure` is the heading of the refusal if it cannot be stored. */
export async function keepFile(
  { files, log }: Pick<House, 'files' | 'log'>,
  drawn: Uint8Array,
  failure: string,
): Promise<Outcome<string>> {
  const name = nameFor(drawn, 'webp')
  try {
    await files.put(name, drawn)
    return accepted(addressOf + name)
  } catch (error) {
    if (!(error instanceof FilesUnavailable)) throw error
    log.error({ error: error.message }, 'a picture could not be stored')
    return refused(failure, { message: 'Bilden går inte att spara just nu. Försök igen om några minuter.' })
  }
}

/** Deletes a file that is no longer used. False if that failed: the file stays, and only costs space. */
export async function forgetFile({ files, log }: Pick<House, 'files' | 'log'>, address: string | null) {
  const name = address?.startsWith(addressOf) ? parseFileName(address.slice(addressOf.length)) : null
  if (!name) return true
  try {
    await files.remove(name)
    return true
  } catch (error) {
    log.warn({ error: (error as Error).message }, 'an old picture could not be removed')
    return false
  }
}
