import { href } from 'react-router'
import { type Listing, readListing } from '~/companies/public.server'
import type { SignedIn } from '~/platform/auth/sessions.server'
import type { Database } from '~/platform/database/database.server'
import { type Refusal, refused } from '~/shared/outcome'
import { applicationFailed, messages } from './application'

/** Why somebody may not apply: what they are told, and where they are sent to mend it. */
const reasons = {
  'no company': { refusal: refused(messages.noCompany), sendTo: `${href('/signup')}?role=company` },
  // A month to be seen in is not sold to somebody whom we do not show.
  hidden: {
    refusal: refused(applicationFailed, {
      message: 'Ditt företag är dolt just nu. Hör av dig till oss först, så reder vi ut det.',
    }),
    sendTo: href('/dashboard'),
  },
}

export type NoApplicant = { may: false; refusal: Refusal; sendTo: string }
type Applicant = { may: true; company: Listing } | NoApplicant

/** The company that a person may apply for: their own, if residents can see it. */
export async function findApplicant(db: Database, { person }: SignedIn, hold: 'hold' | 'look'): Promise<Applicant> {
  const company = person.role === 'company' ? await readListing(db, { ownerId: person.id }, hold) : undefined
  if (!company) return { may: false, ...reasons['no company'] }
  return company.isHidden ? { may: false, ...reasons.hidden } : { may: true, company }
}
