import { href } from 'react-router'
import { type Listing, readListing } from '~/companies/public.server'
import type { SignedIn } from '~/platform/auth/sessions.server'
import type { Database } from '~/platform/database/database.server'
import { readPostcode } from '~/postcodes/public.server'
import { type Refusal, refused } from '~/shared/outcome'
import { readSlotsOf } from '../slot-store.server'
import { applicationFailed, MOST_UNPAID, messages } from './application'

/** Why somebody may not apply: what they are told, and where they are sent to mend it. */
const reasons = {
  'no company': { refusal: refused(messages.noCompany), sendTo: `${href('/signup')}?role=company` },
  // A month to be seen in is not sold to somebody whom we do not show.
  hidden: {
    refusal: refused(applicationFailed, {
      message: 'Ert företag är dolt just nu. Hör av er till oss först, så reder vi ut det.',
    }),
    sendTo: href('/dashboard'),
  },
  // Nor where nobody is there to see it, and no guard walks.
  'not open': {
    refusal: refused(applicationFailed, {
      message:
        'Vi har inte öppnat i ert område än, så det finns inga grannar att synas för. Vi hör av oss när vi gör det.',
    }),
    sendTo: href('/dashboard'),
  },
  // One company does not hold month after month that others would pay for.
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

/** Applications that are not paid; a season's months are one. */
async function countUnpaid(db: Database, companyId: string): Promise<number> {
  const reserved = (await readSlotsOf(db, companyId)).filter(({ status }) => status === 'reserved')
  return new Set(reserved.map(({ id, campaign }) => campaign?.offerId ?? id)).size
}
