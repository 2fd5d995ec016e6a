import { randomUUID } from 'node:crypto'
import { mayTry } from '~/door/attempts.server'
import { requirePartner } from '~/guards/public.server'
import type { SignedIn } from '~/platform/auth/sessions.server'
import type { House } from '~/platform/house.server'
import { accepted, type Outcome, refused } from '~/shared/outcome'
import { outcomeText } from './centre'
import { readCentre } from './centre-store.server'
import { sendSignal } from './send-signal.server'

const failure = 'Provet kom inte fram'

/** A partner sends its centre a test signal, to which nobody responds on site. Returns the centre's answer. */
export async function sendTest(house: House, signedIn: SignedIn): Promise<Outcome<null>> {
  const company = await requirePartner(house.db, signedIn)
  if (!(await readCentre(house.db, company.id))) return refused(failure, { message: 'Ni har ingen larmcentral än.' })
  if (!(await mayTry(house, 'centre test', company.id))) {
    return refused(failure, { message: 'Ni har skickat många prov den senaste timmen. Vänta en stund.' })
  }
  const sent = await sendSignal(house, {
    ...{ id: randomUUID(), companyId: company.id, subject: null, kind: 'test' },
    ...{ happenedAt: house.clock.now(), site: null, link: null },
  })
  return sent.kind === 'delivered' ? accepted(null) : refused(failure, { message: `${outcomeText(sent.reason)}.` })
}
