import { readPeople } from '~/accounts/public.server'
import { recordAudit } from '~/audit/public.server'
import { onlyAdmin } from '~/door/guard.server'
import { memberStatusLabels } from '~/membership/public'
import type { SignedIn } from '~/platform/auth/sessions.server'
import type { House } from '~/platform/house.server'
import { csvLine } from '~/platform/http/csv.server'
import { dayOf } from '~/shared/time'
import { type PeopleSearch, queryOf, roleLabels } from './people-search'

const batch = 1_000

/** An admin: everyone the list would show, as the lines of a CSV file, read a thousand at a time while it is fetched. */
export async function exportPeople({ db, clock }: House, signedIn: SignedIn, search: PeopleSearch) {
  onlyAdmin(signedIn)
  await recordAudit(db, {
    at: clock.now(),
    actor: signedIn,
    deed: 'export people',
    subject: { kind: 'list', id: queryOf(search).toString().slice(0, 100) || 'alla' },
    before: {},
    after: {},
  })
  return csvOf(db, search)
}

async function* csvOf(db: House['db'], search: PeopleSearch): AsyncGenerator<string> {
  yield csvLine(['Namn', 'E-post', 'Telefon', 'Postnummer', 'Roll', 'Medlemskap', 'Gick med', 'Spärrad'])
  let before: string | null = null
  for (;;) {
    const people = await readPeople(db, search, before, batch)
    for (const person of people) {
      const status = person.role === 'member' && person.status ? memberStatusLabels[person.status] : ''
      const blocked = person.blockedAt ? dayOf(person.blockedAt) : ''
      const { name, email, phone, postcode, role, joinedAt } = person
      yield csvLine([name, email, phone ?? '', postcode, roleLabels[role], status, dayOf(joinedAt), blocked])
    }
    if (people.length < batch) return
    before = people.at(-1)?.id ?? null
  }
}
