import { onlyAdmin } from '~/accounts/public.server'
import { recordAudit } from '~/admin/public.server'
import type { SignedIn } from '~/platform/auth/sessions.server'
import type { House } from '~/platform/house.server'
import { csvLine } from '~/platform/http/csv.server'
import { dayOf } from '~/shared/time'
import { packages } from '~/sponsorship/public'
import { type ListCursor, readForReview } from './admin-store.server'
import { categoryLabel } from './category'
import type { AdminSearch } from './list-companies-for-admin.server'
import { reviewStateLabels } from './review'

const batch = 500

/** An admin: every company the list would show, as the lines of a CSV file, read while it is fetched. */
export async function exportCompanyList({ db, clock }: House, signedIn: SignedIn, search: AdminSearch) {
  onlyAdmin(signedIn)
  await recordAudit(db, {
    at: clock.now(),
    actor: signedIn,
    deed: 'export companies',
    subject: { kind: 'list', id: `${search.list} ${search.text}`.trim().slice(0, 100) },
    before: {},
    after: {},
  })
  return csvOf(db, search)
}

async function* csvOf(db: House['db'], search: AdminSearch): AsyncGenerator<string> {
  yield csvLine(['Namn', 'Organisationsnummer', 'Kategori', 'Postnummer', 'E-post', 'Paket', 'Granskning', 'Gick med'])
  let after: ListCursor | null = null
  for (;;) {
    const rows = await readForReview(db, { ...search, after, limit: batch })
    for (const row of rows) {
      const plan = packages.find((each) => each.plan === row.plan)?.name ?? row.plan
      const state = row.isGone ? 'Borttaget' : reviewStateLabels[row.review_state]
      const { name, org_number, category, postcode, email, created_at } = row
      yield csvLine([name, org_number, categoryLabel(category), postcode, email, plan, state, dayOf(created_at)])
    }
    const last = rows.at(-1)
    if (rows.length < batch || !last) return
    after = { rank: last.rank, id: last.id }
  }
}
