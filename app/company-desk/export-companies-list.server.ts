import { recordAudit } from '~/audit/public.server'
import { categoryLabel, packages, reviewStateLabels } from '~/companies/public'
import { type ListCursor, readChosen, readForReview } from '~/companies/public.server'
import { onlyAdmin } from '~/door/guard.server'
import type { SignedIn } from '~/platform/auth/sessions.server'
import type { House } from '~/platform/house.server'
import { csvLine } from '~/platform/http/csv.server'
import { dayOf } from '~/shared/time'
import type { AdminSearch } from './list-companies-for-admin.server'

const batch = 500

/**
 * An admin: every company the list would show, or those that are chosen in it, as the lines of a CSV file, read while
 * it is fetched.
 */
export async function exportCompanyList(
  { db, clock }: House,
  signedIn: SignedIn,
  search: AdminSearch,
  chosen: readonly string[] = [],
) {
  onlyAdmin(signedIn)
  const whole = `${search.list} ${search.text}`.trim().slice(0, 100)
  await recordAudit(db, {
    at: clock.now(),
    actor: signedIn,
    deed: 'export companies',
    subject: { kind: 'list', id: chosen.length > 0 ? `${chosen.length} valda` : whole },
    before: {},
    after: {},
  })
  return chosen.length > 0 ? csvOfChosen(db, chosen) : csvOf(db, search)
}

const head = csvLine([
  ...['Namn', 'Organisationsnummer', 'Kategori', 'Postnummer'],
  ...['E-post', 'Paket', 'Granskning', 'Gick med'],
])

type Row = Awaited<ReturnType<typeof readChosen>>[number]

function lineOf({ name, org_number, category, postcode, email, plan, review_state, isGone, created_at }: Row): string {
  const planName = packages.find((each) => each.plan === plan)?.name ?? plan
  const state = isGone ? 'Borttaget' : reviewStateLabels[review_state]
  return csvLine([name, org_number, categoryLabel(category), postcode, email, planName, state, dayOf(created_at)])
}

async function* csvOfChosen(db: House['db'], chosen: readonly string[]): AsyncGenerator<string> {
  yield head
  for (const row of await readChosen(db, chosen)) yield lineOf(row)
}

async function* csvOf(db: House['db'], search: AdminSearch): AsyncGenerator<string> {
  yield head
  let after: ListCursor | null = null
  for (;;) {
    const rows = await readForReview(db, { ...search, after, limit: batch })
    for (const row of rows) yield lineOf(row)
    const last = rows.at(-1)
    if (rows.length < batch || !last) return
    after = { rank: last.rank, id: last.id }
  }
}
