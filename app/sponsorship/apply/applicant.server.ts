import { href } from 'react-router'
import { type Listing, readListing } from '~/companies/public.server'
import type { SignedIn } from '~/platform/auth/sessions.server'
import type { Database } from '~/platform/database/database.server'
import { redirectWithNotice } from '~/platform/http/notice.server'
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

type Applicant = { may: true; company: Listing } | { may: false; refusal: Refusal; sendTo: string }

/** The company that a person may apply for: their own, if residents can see it. */
export async function findApplicant(db: Database, { person }: SignedIn, hold: 'hold' | 'look'): Promise<Applicant> {
  const company = person.role === 'company' ? await readListing(db, { ownerId: person.id }, hold) : undefined
  if (!company) return { may: false, ...reasons['no company'] }
  return company.isHidden ? { may: false, ...reasons.hidden } : { may: true, company }
}

/** For the pages: the company, or on the way to where one can be had. */
export async function requireApplicant(db: Database, signedIn: SignedIn): Promise<Listing> {
  const applicant = await findApplicant(db, signedIn, 'look')
  if (applicant.may) return applicant.company
  const { title, message } = applicant.refusal
  throw await redirectWithNotice(applicant.sendTo, { tone: 'destructive', title, message })
}
