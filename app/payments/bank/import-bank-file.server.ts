import { createHash } from 'node:crypto'
import { onlyAdmin } from '~/door/guard.server'
import type { SignedIn } from '~/platform/auth/sessions.server'
import type { Database } from '~/platform/database/database.server'
import type { House } from '~/platform/house.server'
import { isId } from '~/shared/asked'
import { withoutUnseen } from '~/shared/fields'
import { accepted, type NotThere, notThere, type Outcome, refused } from '~/shared/outcome'
import { readPaymentsOf } from '../book-store.server'
import { readChargesByReference } from '../charge-store.server'
import { recordPaidByAdmin } from '../desk/mark-paid.server'
import { tellPayers } from '../letters/tell-payers.server'
import { referencesIn } from '../reference'
import { type Received, takePayments } from '../take-payments.server'
import { emptyFile, readBankFile as parseBankFile } from './bank-file'
import { type MatchedRow, matchRows, nameOfPayment } from './bank-match'
import { insertBankFile, markBooked, readBankFile } from './bank-store.server'

const failure = 'Filen är inte inläst'
const largestFile = 900_000
const atOnce = 200

/**
 * An admin reads in a bank's file, to be checked before anything is booked. Idempotent: the same contents are the same
 * file.
 */
export async function importBankFile(
  house: House,
  signedIn: SignedIn,
  form: FormData,
): Promise<Outcome<{ id: string; isKnown: boolean }>> {
  onlyAdmin(signedIn)
  const file = form.get('file')
  // A browser sends an empty file without a name if none was chosen.
  if (!(file instanceof File) || (file.size === 0 && file.name === '')) {
    return refused(failure, { fields: { file: 'Välj bankens fil' } })
  }
  if (file.size === 0) return refused(failure, { fields: { file: emptyFile } })
  if (file.size > largestFile)
    return refused(failure, { fields: { file: 'Filen är för stor: hämta den för färre dagar åt gången' } })
  const bytes = new Uint8Array(await file.arrayBuffer())
  const read = parseBankFile(bytes)
  if (!read.ok) return refused(failure, { fields: { file: read.because } })
  const digest = createHash('sha256').update(bytes).digest('hex')
  const name = withoutUnseen(file.name).slice(-200) || 'fil'
  const kept = await house.db
    .transaction()
    .execute((db) =>
      insertBankFile(db, { digest, name, readBy: signedIn.person.id, rows: read.rows }, house.clock.now()),
    )
  return accepted(kept)
}

/** An admin reads the lines of a file, each with its match. */
export async function readMatches({ db }: House, signedIn: SignedIn, id: string) {
  onlyAdmin(signedIn)
  const file = await findFile(db, id)
  if (!file) return notThere
  return { file, rows: await matchesOf(db, file.rows) }
}

async function findFile(db: Database, id: string) {
  return isId(id) ? readBankFile(db, id) : undefined
}

async function matchesOf(db: Database, rows: Parameters<typeof matchRows>[0]): Promise<MatchedRow[]> {
  const references = [...new Set(rows.flatMap(({ text }) => referencesIn(text)))]
  const charges = await readChargesByReference(db, references)
  const ids = [...new Set([...charges.values()].map(({ id }) => id))]
  return matchRows(rows, { charges, payments: await readPaymentsOf(db, ids) })
}

/**
 * An admin books what matches. Lines come from the database, never from the form. A charge that was paid meanwhile
 * stays paid once. Booked in batches, each its own transaction, so that a large file does not hold the lock on the
 * receipt counter for long. Idempotent: after an abort it can be run again.
 */
export async function bookBankFile(
  house: House,
  signedIn: SignedIn,
  id: string,
): Promise<Outcome<{ booked: number }> | NotThere> {
  onlyAdmin(signedIn)
  const file = await findFile(house.db, id)
  if (!file) return notThere
  const matches = (await matchesOf(house.db, file.rows)).filter(({ match }) => match === 'match')
  let booked = 0
  for (let start = 0; start < matches.length; start += atOnce) {
    const part = matches.slice(start, start + atOnce).flatMap(({ charge, bookedOn, name }): Received[] =>
      charge && bookedOn
        ? [
            {
              chargeId: charge.id,
              method: 'swish',
              receivedOn: bookedOn,
              ...(name && { externalId: nameOfPayment(name) }),
            },
          ]
        : [],
    )
    const done = await house.db.transaction().execute(async (db) => {
      const ports = { ...house, db }
      const results = await takePayments(ports, part, signedIn.person.id)
      const ids = [...results].flatMap(([chargeId, result]) => (result === 'booked' ? [chargeId] : []))
      await recordPaidByAdmin(ports, signedIn, ids)
      return ids
    })
    booked += done.length
    await tellPayers(house, done)
  }
  await markBooked(house.db, id, house.clock.now())
  house.wake('messages')
  return accepted({ booked })
}
