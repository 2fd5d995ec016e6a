import type { SignedIn } from '~/platform/auth/sessions.server'
import { FilesUnavailable, nameFor, parseFileName } from '~/platform/files/files.server'
import type { House } from '~/platform/house.server'
import { typedValues } from '~/shared/form'
import { accepted, type Outcome, refused } from '~/shared/outcome'
import { requireOwnCompany } from '../own-company.server'
import { exchangeLogo } from '../own-company-store.server'
import { readCrop } from './logo-crop'
import { logoFailure, makeLogo } from './make-logo.server'

const addressOf = '/files/'

/** An owner, about their company's logo: the picture is drawn anew, stored, and only then shown. */
export async function saveLogo(house: House, signedIn: SignedIn, form: FormData): Promise<Outcome<null>> {
  const company = await requireOwnCompany(house.db, signedIn)
  const sent = form.get('picture')
  const bytes = sent instanceof Blob ? new Uint8Array(await sent.arrayBuffer()) : new Uint8Array()
  const logo = await makeLogo(bytes, readCrop(typedValues(form)), house.log)
  if (!logo.ok) return logo

  const name = nameFor(logo.value, 'webp')
  try {
    await house.files.put(name, logo.value)
  } catch (error) {
    if (!(error instanceof FilesUnavailable)) throw error
    house.log.error({ error: error.message }, 'a logo could not be stored')
    return refused(logoFailure, { message: 'Bilden går inte att spara just nu. Försök igen om några minuter.' })
  }
  await forgetLogo(house, await exchangeLogo(house.db, company.id, addressOf + name))
  return accepted(null)
}

/** The monogram takes its place again. */
export async function removeLogo(house: House, signedIn: SignedIn): Promise<Outcome<null>> {
  const company = await requireOwnCompany(house.db, signedIn)
  await forgetLogo(house, await exchangeLogo(house.db, company.id, null))
  return accepted(null)
}

/** Nothing shows the file any more. One that cannot be removed now costs its bytes and nothing else. */
export async function forgetLogo(house: Pick<House, 'files' | 'log'>, logoUrl: string | null) {
  const name = logoUrl?.startsWith(addressOf) ? parseFileName(logoUrl.slice(addressOf.length)) : null
  if (!name) return
  try {
    await house.files.remove(name)
  } catch (error) {
    house.log.warn({ error: (error as Error).message }, 'an old logo could not be removed')
  }
}
