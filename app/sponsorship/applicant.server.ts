import { type Listing, readListing } from '~/companies/public.server'
import type { SignedIn } from '~/platform/auth/sessions.server'
import type { Database } from '~/platform/database/database.server'
import { accepted, type Outcome, refused } from '~/shared/outcome'
import { applicationFailed, messages } from './application'

/** The company that a person may apply for: their own, if residents can see it. */
export async function findApplicant(
  db: Database,
  { person }: SignedIn,
  hold: 'hold' | 'look',
): Promise<Outcome<Listing>> {
  const listing = person.role === 'company' ? await readListing(db, { ownerId: person.id }, hold) : undefined
  if (!listing) return refused(messages.noCompany)
  // A month to be seen in is not sold to somebody whom we do not show.
  if (listing.isHidden) {
    return refused(applicationFailed, {
      message: 'Ditt företag är dolt just nu. Hör av dig till oss först, så reder vi ut det.',
    })
  }
  return accepted(listing)
}
