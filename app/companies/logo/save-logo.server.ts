import type { SignedIn } from '~/platform/auth/sessions.server'
import type { House } from '~/platform/house.server'
import { typedValues } from '~/shared/form'
import { accepted, type Outcome } from '~/shared/outcome'
import { requireOwnCompany } from '../own-company.server'
import { exchangeLogo } from '../own-company-store.server'
import { readCrop } from '../uploads/crop'
import { sentPicture } from '../uploads/draw-anew.server'
import { forgetFile, keepFile } from '../uploads/kept-files.server'
import { logoFailure, makeLogo } from './make-logo.server'

/** An owner sets their company's logo: re-encoded, stored, and only then shown. */
export async function saveLogo(house: House, signedIn: SignedIn, form: FormData): Promise<Outcome<null>> {
  const company = await requireOwnCompany(house.db, signedIn)
  const logo = await makeLogo(await sentPicture(form), readCrop(typedValues(form)), house.log)
  if (!logo.ok) return logo
  const kept = await keepFile(house, logo.value, logoFailure)
  if (!kept.ok) return kept
  await forgetFile(house, await exchangeLogo(house.db, company.id, kept.value))
  return accepted(null)
}

/** Removes the logo; the monogram is shown again. */
export async function removeLogo(house: House, signedIn: SignedIn): Promise<Outcome<null>> {
  const company = await requireOwnCompany(house.db, signedIn)
  await forgetFile(house, await exchangeLogo(house.db, company.id, null))
  return accepted(null)
}
