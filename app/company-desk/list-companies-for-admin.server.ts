import { categoryLabel, packageOf } from '~/companies/public'
import { countWaiting, readForReview } from '~/companies/public.server'
import { onlyAdmin } from '~/door/guard.server'
import type { SignedIn } from '~/platform/auth/sessions.server'
import { pageOf } from '~/platform/database/keyset.server'
import type { House } from '~/platform/house.server'
import { formatPostcode } from '~/postcodes/public'
import { formatDay } from '~/shared/time'
import type { AdminSearch } from './company-search'

const pageSize = 25
const mostCounted = 100

/** An admin reads a page of companies. By default those that wait for review come first. */
export async function listCompaniesForAdmin({ db }: House, signedIn: SignedIn, search: AdminSearch) {
  onlyAdmin(signedIn)
  const { shown, next } = pageOf(
    await readForReview(db, { ...search, before: search.after, limit: pageSize + 1 }),
    pageSize,
  )
  const waiting = await countWaiting(db, mostCounted + 1)
  return {
    search,
    waiting: { count: Math.min(waiting, mostCounted), isMore: waiting > mostCounted },
    next: next ?? null,
    companies: shown.map((row) => ({
      id: row.id,
      name: row.name,
      orgNumber: row.org_number,
      email: row.email,
      category: categoryLabel(row.category),
      postcode: formatPostcode(row.postcode),
      plan: packageOf(row.plan).name,
      state: row.review_state,
      isGone: row.isGone,
      joined: formatDay(row.created_at),
    })),
  }
}

export type CompaniesForAdmin = Awaited<ReturnType<typeof listCompaniesForAdmin>>
