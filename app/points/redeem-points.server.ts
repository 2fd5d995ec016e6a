import { href } from 'react-router'
import { sendMail, toPerson } from '~/outbox/public.server'
import type { SignedIn } from '~/platform/auth/sessions.server'
import { brokenConstraint } from '~/platform/database/errors.server'
import type { House } from '~/platform/house.server'
import { anId } from '~/shared/id'
import { accepted, type Outcome, type Refusal, refused } from '~/shared/outcome'
import { formatDate } from '~/shared/time'
import { FREE_MONTH_POINTS } from './points'
import { insertEntry, readPointAccount } from './points-store.server'

const failure = 'Poängen är kvar'
const stale = refused(failure, { message: 'Ladda om sidan och försök igen.' })

/** Thrown to roll the transaction back, so that neither the month nor the points change. */
class Refused extends Error {
  readonly refusal: Refusal
  constructor(refusal: Refusal) {
    super(refusal.message)
    this.refusal = refusal
  }
}

/**
 * A member buys a free month with points. The form's idempotency key makes a second press or a retry the same month. A
 * check constraint keeps concurrent requests from overspending the balance.
 */
export async function redeemFreeMonth(
  house: House,
  { person }: SignedIn,
  values: Record<string, string>,
): Promise<Outcome<null>> {
  const key = anId().safeParse(values.key)
  if (!key.success) return stale
  try {
    await house.db.transaction().execute((db) => buyMonth({ ...house, db }, person, key.data))
  } catch (error) {
    if (error instanceof Refused) return error.refusal
    if (brokenConstraint(error) !== 'point_accounts_never_negative') throw error
    return tooFew((await readPointAccount(house.db, person.id)).balance)
  }
  house.wake('mail')
  house.live.tell({ to: [`person:${person.id}`], about: 'points' })
  return accepted(null)
}

async function buyMonth({ db, clock, config, above }: House, person: SignedIn['person'], key: string) {
  const now = clock.now()
  // The key includes the person, so that nobody can block another member's purchase by using their key first.
  const gift = { months: 1, source: 'points', key: `points:${person.id}:${key}`, now } as const
  const given = await above.giveFreeMonths(db, person.id, gift)
  if (!given) throw new Refused(refused(failure, { message: 'Bara medlemmar kan byta poäng mot fria månader.' }))
  if (!given.isNew) return
  const entry = { personId: person.id, kind: 'free month', eventId: key, points: -FREE_MONTH_POINTS } as const
  if (!(await insertEntry(db, { ...entry, about: '', at: now }))) throw new Refused(stale)
  await sendMail(db, 'free month for points', toPerson(person), 'En fri månad för dina poäng', {
    greeting: `Hej ${person.name},`,
    paragraphs: [
      `Du har bytt ${FREE_MONTH_POINTS} Kvarterspoäng mot en fri månad.`,
      `Ditt medlemskap är nu fritt till ${formatDate(given.freeUntil)}. Du behöver inte göra något.`,
    ],
    action: { label: 'Se dina poäng', url: config.origin + href('/dashboard/customer/points') },
  })
}

function tooFew(balance: number): Refusal {
  return refused('Poängen räcker inte', {
    message: `En fri månad kostar ${FREE_MONTH_POINTS} poäng, och du har ${balance}.`,
  })
}
