import { z } from 'zod'
import { categoryLabel, type ReviewList, reviewListFrom } from '~/companies/public'
import { countWaiting, type ListCursor, readForReview } from '~/companies/public.server'
import { onlyAdmin } from '~/door/guard.server'
import type { SignedIn } from '~/platform/auth/sessions.server'
import type { House } from '~/platform/house.server'
import { formatPostcode } from '~/postcodes/public'
import { anId } from '~/shared/id'
import { formatDay } from '~/shared/time'

const pageSize = 25

const cursorForm = z
  .string()
  .regex(/^[01]\./)
  .transform((text) => ({ rank: Number(text.slice(0, 1)), id: text.slice(2) }))
  .pipe(z.object({ rank: z.number(), id: anId() }))
  .nullable()
  .catch(null)

export type AdminSearch = { list: ReviewList; text: string; after: ListCursor | null }

/** What the address of the list asks for. Nonsense in it is read as "not asked". */
export function readAdminSearch(query: URLSearchParams): AdminSearch {
  return {
    list: reviewListFrom(query.get('visa')),
    text: (query.get('q') ?? '').trim().slice(0, 100),
    after: cursorForm.parse(query.get('after')),
  }
}

/** An admin: a page of companies, those that wait for a look first. */
export async function listCompaniesForAdmin({ db }: House, signedIn: SignedIn, search: AdminSearch) {
  onlyAdmin(signedIn)
  const rows = await readForReview(db, { ...search, limit: pageSize + 1 })
  const companies = rows.slice(0, pageSize)
  const last = companies.at(-1)
  return {
    list: search.list,
    text: search.text,
    isLater: search.after !== null,
    waiting: await countWaiting(db),
    next: rows.length > pageSize && last ? `${last.rank}.${last.id}` : null,
    companies: companies.map((row) => ({
      id: row.id,
      name: row.name,
      orgNumber: row.org_number,
      email: row.email,
      category: categoryLabel(row.category),
      postcode: formatPostcode(row.postcode),
      state: row.review_state,
      isGone: row.isGone,
      joined: formatDay(row.created_at),
    })),
  }
}

export type CompaniesForAdmin = Awaited<ReturnType<typeof listCompaniesForAdmin>>
