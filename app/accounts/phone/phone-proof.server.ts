import { randomInt, timingSafeEqual } from 'node:crypto'
import { z } from 'zod'
import { sendSecretSms } from '~/outbox/public.server'
import type { Above } from '~/platform/above.server'
import type { SignedIn } from '~/platform/auth/sessions.server'
import type { Clock } from '~/platform/clock.server'
import type { Config } from '~/platform/config.server'
import type { Database } from '~/platform/database/database.server'
import type { House, Visitor } from '~/platform/house.server'
import type { Keys } from '~/platform/keys.server'
import type { Log } from '~/platform/log.server'
import { parseForm } from '~/shared/form'
import { accepted, type Outcome, refused } from '~/shared/outcome'
import { PRODUCT_NAME } from '~/shared/product'
import { readAccount } from '../account-store.server'
import {
  deletePhoneProof,
  type PhoneOwner,
  spendTry,
  updatePhoneVerified,
  upsertPhoneProof,
} from './phone-proof-store.server'
import { refuseText } from './refuse-text.server'

/** What both steps need. `db` may be the caller's transaction. */
type Ports = { db: Database; clock: Clock; config: Config; keys: Keys; log: Log; above: Above }

const minutes = 10
const tries = 5
const notSent = 'Koden är inte skickad'
const notProven = 'Numret är inte bekräftat'

/**
 * Sends a code to a number, to be confirmed by `confirmPhoneProof`. Precondition: the caller has authorised the owner.
 * Call `house.wake('sms')` after the commit. Rate limited (refuse-text.server.ts).
 */
export async function startPhoneProof(
  ports: Ports,
  owner: PhoneOwner,
  phone: string,
  address: string,
): Promise<Outcome<null>> {
  const wrong = await refuseText(ports, { phone, who: `${owner.kind} ${owner.id}`, address })
  if (wrong) return refused(notSent, { message: wrong })
  const code = String(randomInt(1_000_000)).padStart(6, '0')
  await upsertPhoneProof(ports.db, owner, {
    phone,
    codeHash: hashesOf(ports, owner, phone, code)[0] ?? '',
    tries,
    expiresAt: new Date(ports.clock.now().getTime() + minutes * 60_000),
  })
  // The last line is the WebOTP format: the phone can fill in the code, on this origin only.
  const text = `${code} är din kod hos ${PRODUCT_NAME}. Den gäller i tio minuter. Lämna den inte till någon.\n\n@${new URL(ports.config.origin).host} #${code}`
  const personId = owner.kind === 'person' ? owner.id : undefined
  const sms = { recipient: phone, subject: 'Kod för mobilnumret', text, personId } as const
  const secret = { keys: ports.keys, secret: code }
  await sendSecretSms(ports.db, { kind: 'phone code', ...sms, urgency: 'awaited' }, secret)
  return accepted(null)
}

const codeForm = z.object({
  code: z
    .string()
    .default('')
    .transform((typed) => typed.replace(/\D/g, ''))
    .pipe(z.string().length(6, 'Koden har sex siffror')),
})

/**
 * Checks the code. Returns the number that is now verified and deletes the code. The caller must mark the number as
 * verified in the same transaction, if it still is the owner's.
 */
export async function confirmPhoneProof(
  ports: Ports,
  owner: PhoneOwner,
  values: Record<string, string>,
): Promise<Outcome<{ phone: string }>> {
  const form = parseForm(codeForm, values, notProven)
  if (!form.ok) return form
  const proof = await spendTry(ports.db, owner, ports.clock.now())
  if (!proof) return refused(notProven, { fields: { code: 'Koden gäller inte längre. Be om en ny.' } })
  const { phone, codeHash, triesLeft } = proof
  if (!isSame(codeHash, hashesOf(ports, owner, phone, form.value.code))) {
    const code =
      triesLeft > 0 ? 'Koden stämmer inte. Titta i SMS:et och försök igen.' : 'Koden stämde inte. Be om en ny.'
    return refused(notProven, { fields: { code } })
  }
  await deletePhoneProof(ports.db, owner)
  return accepted({ phone })
}

/** Sends a code to one's own number. */
export async function sendPhoneCode(
  house: House,
  { person }: SignedIn,
  { address }: Pick<Visitor, 'address'>,
): Promise<Outcome<null>> {
  const { phone } = await readAccount(house.db, person.id)
  if (!phone) return refused(notSent, { message: 'Fyll i ditt mobilnummer först.' })
  const sent = await house.db
    .transaction()
    .execute((db) => startPhoneProof({ ...house, db }, { kind: 'person', id: person.id }, phone, address))
  house.wake('sms')
  return sent
}

export async function provePhone(
  house: House,
  { person }: SignedIn,
  values: Record<string, string>,
): Promise<Outcome<null>> {
  const outcome = await house.db.transaction().execute(async (db): Promise<Outcome<null>> => {
    const proven = await confirmPhoneProof({ ...house, db }, { kind: 'person', id: person.id }, values)
    if (!proven.ok) return proven
    const { phone } = proven.value
    const write = (db: Database) => updatePhoneVerified(db, person.id, phone, house.clock.now())
    return (await house.above.proveNumber({ ...house, db }, person.id, phone, write))
      ? accepted(null)
      : refused(notProven, { message: 'Du har bytt nummer sedan dess. Be om en ny kod.' })
  })
  house.wake('mail')
  return outcome
}

/**
 * Keyed hash (HMAC): six digits are brute-forced at once from a copy of the table unless the product's secret is part
 * of the hash.
 */
function hashesOf({ keys }: Ports, owner: PhoneOwner, phone: string, code: string): string[] {
  const proof = [owner.kind, owner.id, phone, code].join('\0')
  return keys.signs('phone code', proof).map((hash) => hash.toString('base64url'))
}

const isSame = (kept: string, hashes: string[]) =>
  hashes.some((hash) => timingSafeEqual(Buffer.from(kept), Buffer.from(hash)))
