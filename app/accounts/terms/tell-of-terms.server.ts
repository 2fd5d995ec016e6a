import { sendMailToAll, toPerson } from '~/outbox/public.server'
import type { Database } from '~/platform/database/database.server'
import type { House } from '~/platform/house.server'
import { writeToUs } from '~/platform/mail/write-to-us'
import { oneRun, type Turn } from '~/platform/work/one-run'
import { dayOf } from '~/shared/time'
import { appliesFrom, newestNews, newsAfter, type TermsVersion, termsVersions } from './terms'
import { termsLetter } from './terms-letter'
import { claimThoseBehind, insertTermsNotices, updateKnown } from './terms-store.server'

const batch = 200

type Ports = Pick<House, 'db' | 'clock' | 'config' | 'wake'>

/**
 * Chore: tells everybody who has accepted earlier terms what has changed since, from when it applies to them, and how
 * to leave before, once, by a mail that is also among their notices. Blocked people and those who have not confirmed
 * their address too: it is their contract (docs/decisions/0257). Returns how many people were looked at.
 */
export async function tellOfTerms(ports: Ports, versions: readonly TermsVersion[] = termsVersions): Promise<number> {
  const newest = newestNews(versions)
  if (!newest) return 0
  return oneRun(async ({ inBatches }) => {
    const done = await inBatches(batch, (most, turn) =>
      ports.db.transaction().execute((db) => tellBatch({ ...ports, db }, newest.name, versions, most, turn)),
    )
    if (done > 0) ports.wake('mail')
    return done
  })
}

async function tellBatch(
  { db, clock, config }: Omit<Ports, 'db'> & { db: Database },
  newest: string,
  versions: readonly TermsVersion[],
  most: number,
  turn: Turn,
): Promise<number> {
  const people = await claimThoseBehind(db, newest, most, turn.setAside)
  if (people[0]) turn.claimed(people[0].id)
  const today = dayOf(clock.now())
  const us = { origin: config.origin, toUs: writeToUs(config) }
  for (const person of people) {
    // Whoever has accepted nothing has no contract that could change.
    const missed = person.known === '' ? [] : newsAfter(person.known, versions)
    if (missed.length === 0) continue
    const appliesOn = appliesFrom(missed, today)
    await insertTermsNotices(
      db,
      missed.map(({ name }) => ({ personId: person.id, version: name, toldOn: today, appliesOn })),
    )
    const { subject, letter } = termsLetter(person, missed, appliesOn, us)
    await sendMailToAll(db, 'terms changed', toPerson(person), subject, letter)
  }
  await updateKnown(
    db,
    people.map(({ id }) => id),
    newest,
  )
  return people.length
}
