import { recordExport } from '~/audit/public.server'
import { categoryLabel, packageOf, reviewStateLabels } from '~/companies/public'
import { readChosen, readForReview } from '~/companies/public.server'
import { onlyAdmin } from '~/door/guard.server'
import type { SignedIn } from '~/platform/auth/sessions.server'
import type { House } from '~/platform/house.server'
import { csvLine, csvOfPages } from '~/platform/http/csv.server'
import { dayOf } from '~/shared/time'
import { type AdminSearch, queryOf } from './company-search'

/** An admin downloads the companies of a list, or those that are ticked in it, as CSV. Streamed in pages. */
export async function exportCompanyList(
  { db, clock }: House,
  signedIn: SignedIn,
  search: AdminSearch,
  chosen: readonly string[] = [],
) {
  onlyAdmin(signedIn)
  const asked = chosen.length > 0 ? `${chosen.length} valda` : queryOf(search).toString()
  await recordExport(db, { at: clock.now(), actor: signedIn, deed: 'export companies', asked })
  return chosen.length > 0 ? csvOfChosen(db, chosen) : csvOf(db, search)
}

const head = [
  ...['Namn', 'Organisationsnummer', 'Kategori', 'Postnummer'],
  ...['E-post', 'Paket', 'Granskning', 'Gick med'],
]

type Row = Awaited<ReturnType<typeof readChosen>>[number]

function cellsOf({ name, org_number, category, postcode, email, plan, review_state, isGone, created_at }: Row) {
  const state = isGone ? 'Borttaget' : reviewStateLabels[review_state]
  return [name, org_number, categoryLabel(category), postcode, email, packageOf(plan).name, state, dayOf(created_at)]
}

async function* csvOfChosen(db: House['db'], chosen: readonly string[]): AsyncGenerator<string> {
  yield csvLine(head)
  for (const row of await readChosen(db, chosen)) yield csvLine(cellsOf(row))
}

const csvOf = (db: House['db'], search: AdminSearch) =>
  csvOfPages({ head, cells: cellsOf, read: (before, limit) => readForReview(db, { ...search, before, limit }) })
