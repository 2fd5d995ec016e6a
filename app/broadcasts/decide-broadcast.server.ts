import { z } from 'zod'
import { refuseStaleLogin } from '~/accounts/public.server'
import { recordAudit } from '~/audit/public.server'
import { notifyCompany, readCalledAreas, requireOwnCompany } from '~/companies/public.server'
import type { Asked } from '~/door/deed.server'
import { onlyAdmin } from '~/door/guard.server'
import { stopBroadcastMessages } from '~/outbox/public.server'
import type { SignedIn } from '~/platform/auth/sessions.server'
import type { Database } from '~/platform/database/database.server'
import type { House } from '~/platform/house.server'
import { formatPostcode } from '~/postcodes/public'
import * as field from '~/shared/fields'
import { parseForm } from '~/shared/form'
import { accepted, type NotThere, notThere, type Outcome, refused } from '~/shared/outcome'
import { type BroadcastDeed, mayDo } from './broadcast'
import * as store from './broadcast-store.server'
import { refusedWords } from './check-words.server'
import { findAddresses } from './private-words'

const failure = 'Inget är ändrat'
const tooLate = 'Någon annan har hunnit före. Ladda om sidan och se hur det står till.'

/** An administrator releases a broadcast. What has been sent cannot be recalled. */
export async function releaseBroadcast(asked: Asked, id: string): Promise<Outcome<null> | NotThere> {
  const { house, signedIn, values } = asked
  onlyAdmin(signedIn)
  const stale = await refuseStaleLogin(asked, 'Utskicket är inte skickat')
  if (stale) return stale
  const outcome = await decide(house, signedIn, id, 'release', async (db, broadcast) => {
    const { companyId, postcode } = broadcast
    if (companyId && !(await readCalledAreas(db, companyId, house.clock.now())).includes(postcode)) {
      return refused('Utskicket är inte skickat', { message: 'Företaget larmas inte i det kvarteret just nu.' })
    }
    // Checked again: residents and alarms may have changed since the text was written.
    const wrong = await refusedWords(db, broadcast.postcode, broadcast.text, house.clock.now())
    if (wrong) return refused('Utskicket är inte skickat', { message: wrong })
    if (findAddresses(broadcast.text).length > 0 && values.addresses !== 'on') {
      return refused('Utskicket är inte skickat', { fields: { addresses: 'Bekräfta att adressen inte är någons hem' } })
    }
    const expected = await store.countRecipients(db, broadcast)
    if (expected === 0) {
      return refused('Utskicket är inte skickat', { message: 'Ingen i kvarteret har sagt ja till sådana SMS ännu.' })
    }
    await store.updateReleased(db, id, expected, house.clock.now())
    const many = expected === 1 ? 'en mottagare' : `${expected} mottagare`
    await tellPartner(house, db, companyId, 'company broadcast released', 'Ert utskick är godkänt', [
      `Vi har läst det SMS ni ville skicka till ${formatPostcode(postcode)}. Det går ut till ${many}.`,
      'Hur det går ser ni bland era utskick. Där kan ni också stoppa det som inte har gått iväg.',
    ])
    return accepted({ expected })
  })
  house.wake('broadcasts')
  house.wake('messages')
  return outcome
}

const declining = z.object({ reason: field.paragraph('Skriv varför, så att företaget förstår', 1000) })

/** An administrator declines a partner's broadcast; the partner is told the reason. */
export async function declineBroadcast(
  house: House,
  signedIn: SignedIn,
  id: string,
  values: Record<string, string>,
): Promise<Outcome<null> | NotThere> {
  onlyAdmin(signedIn)
  const form = parseForm(declining, values, 'Utskicket är inte avböjt')
  if (!form.ok) return form
  const { reason } = form.value
  const outcome = await decide(house, signedIn, id, 'decline', async (db, broadcast) => {
    await store.updateDeclined(db, id, reason, house.clock.now())
    await tellPartner(house, db, broadcast.companyId, 'company broadcast declined', 'Ert utskick skickas inte', [
      'Vi har läst det SMS ni ville skicka till kvarteret, och det går inte ut som det är.',
      reason,
    ])
    return accepted({ reason })
  })
  house.wake('messages')
  return outcome
}

/** An administrator deletes an administrators' draft. */
export async function discardBroadcast(
  house: House,
  signedIn: SignedIn,
  id: string,
): Promise<Outcome<null> | NotThere> {
  onlyAdmin(signedIn)
  return decide(house, signedIn, id, 'discard', async (db) => {
    await store.deleteBroadcast(db, id)
    return accepted({})
  })
}

/**
 * An administrator, or the partner that asked for it, stops a broadcast. Queued messages are cancelled; sent ones
 * remain sent.
 */
export async function stopBroadcast(house: House, signedIn: SignedIn, id: string): Promise<Outcome<null> | NotThere> {
  const company = signedIn.person.role === 'company' ? await requireOwnCompany(house.db, signedIn) : null
  if (!company) onlyAdmin(signedIn)
  const outcome = await decide(house, signedIn, id, 'stop', async (db, broadcast) => {
    if (company && broadcast.companyId !== company.id) return notThere
    await store.updateStopped(db, id, house.clock.now())
    if (!company) {
      await tellPartner(house, db, broadcast.companyId, 'company broadcast stopped', 'Ert utskick är stoppat', [
        'Vi har stoppat ert SMS till kvarteret. Det som redan hade gått iväg går inte att ta tillbaka.',
      ])
    }
    return accepted({})
  })
  if (!outcome.ok) return outcome
  house.wake('messages')
  // After the commit, so that no more messages are queued meanwhile. If this process dies here, the worker does the
  // same.
  await stopBroadcastMessages(house.db, id)
  house.live.tell({ to: ['admin'], about: 'messages' })
  return outcome
}

type Told = 'company broadcast released' | 'company broadcast declined' | 'company broadcast stopped'

/** Notifies the partner that asked for the broadcast. A no-op for the administrators' own. */
async function tellPartner(
  { config }: House,
  db: Database,
  companyId: string | null,
  kind: Told,
  subject: string,
  paragraphs: string[],
) {
  if (!companyId) return
  const action = { label: 'Era utskick', url: `${config.origin}/dashboard/provider/broadcasts` }
  await notifyCompany(db, companyId, { kind, subject, letter: { greeting: 'Hej,', paragraphs, action } })
}

type Facts = Record<string, string | number>

async function decide(
  house: House,
  signedIn: SignedIn,
  id: string,
  deed: BroadcastDeed,
  change: (db: Database, broadcast: store.BroadcastRow) => Promise<Outcome<Facts> | NotThere>,
): Promise<Outcome<null> | NotThere> {
  const told = { company: null as string | null }
  const outcome = await house.db.transaction().execute(async (db): Promise<Outcome<null> | NotThere> => {
    const broadcast = await store.lockBroadcast(db, id)
    if (!broadcast) return notThere
    if (!mayDo(deed, broadcast.state)) return refused(failure, { message: tooLate })
    const changed = await change(db, broadcast)
    if (!changed.ok) return changed
    told.company = broadcast.companyId
    await recordAudit(db, {
      at: house.clock.now(),
      actor: signedIn,
      deed: `${deed} broadcast`,
      subject: { kind: 'broadcast', id },
      before: { state: broadcast.state },
      after: changed.value,
    })
    return accepted(null)
  })
  if (outcome.ok) {
    house.live.tell({ to: ['admin', ...(told.company ? [`company:${told.company}` as const] : [])], about: 'messages' })
  }
  return outcome
}
