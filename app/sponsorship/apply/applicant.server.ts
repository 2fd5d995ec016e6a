import { href } from 'react-router'
import { type Listing, readListing } from '~/companies/public.server'
import type { SignedIn } from '~/platform/auth/sessions.server'
import type { Database } from '~/platform/database/database.server'
import { readPostcode } from '~/postcodes/public.server'
import { type Refusal, refused } from '~/shared/outcome'
import { readSlotsOf } from '../slot-store.server'
import { applicationFailed, MOST_UNPAID, messages } from './application'

/** The reasons why a company may not apply: the refusal, and the page where it can be resolved. */
const reasons = {
  'no company': { refusal: refused(messages.noCompany), sendTo: `${href('/signup')}?role=company` },
  // A month of visibility is not sold to a company that is hidden.
  hidden: {
    refusal: refused(applicationFailed, {
      message: 'Ert företag är dolt just nu. Hör av er till oss först, så reder vi ut det.',
    }),
    sendTo: href('/dashboard'),
  },
  // Nor in a postcode that is not open: no residents would see it, and no guard walks there.
  'not open': {
    refusal: refused(applicationFailed, {
      message:
        'Vi har inte öppnat i ert område än, så det finns inga grannar att synas för. Skriv gärna till oss om ni vill att vi gör det.',
    }),
    sendTo: href('/dashboard'),
  },
  // Limits unpaid reservations, so that one company cannot block months that others would pay for.
  'unpaid months': {
    refusal: refused(applicationFailed, {
      message: `Ni har redan ${MOST_UNPAID} ansökningar som väntar på betalning. Betala en av dem först, så kan ni ansöka om fler.`,
    }),
    sendTo: href('/dashboard/provider/package'),
  },
}

export type NoApplicant = { may: false; refusal: Refusal; sendTo: string }
type Applicant = { may: true; company: Listing } | NoApplicant

/** The company that a person may apply for: their own, if residents can see it. */
export async function findApplicant(db: Database, { person }: SignedIn, hold: 'hold' | 'look'): Promise<Applicant> {
  const company = person.role === 'company' ? await readListing(db, { ownerId: person.id }, hold) : undefined
  if (!company) return { may: false, ...reasons['no company'] }
  if (company.isHidden) return { may: false, ...reasons.hidden }
  if ((await readPostcode(db, company.postcode))?.state !== 'open') return { may: false, ...reasons['not open'] }
  if ((await countUnpaid(db, company.id)) >= MOST_UNPAID) return { may: false, ...reasons['unpaid months'] }
  return { may: true, company }
}

/** The number of unpaid applications; a season's months count as one. */
async function countUnpaid(db: Database, companyId: string): Promise<number> {
  const reserved = (await readSlotsOf(db, companyId)).filter(({ status }) => status === 'reserved')
  return new Set(reserved.map(({ id, campaign }) => campaign?.offerId ?? id)).size
}
