import type { House } from '~/platform/house.server'
import { monthOf } from '~/shared/month'
import type { DirectorySearch } from './directory-search'
import { countByCategory, readAreaName, readDirectoryPage } from './directory-store.server'

const pageSize = 24

/** A page of the directory with what stands around it. Open to everyone. */
export async function readDirectory({ db, clock }: Pick<House, 'db' | 'clock'>, search: DirectorySearch) {
  const [page, counted, area] = await Promise.all([
    readDirectoryPage(db, search, monthOf(clock.now()), pageSize),
    countByCategory(db, search.postcode),
    readAreaName(db, search.postcode),
  ])
  const counts: Record<string, number> = Object.fromEntries(
    counted.map(({ category, companies }) => [category, companies]),
  )
  return { ...page, counts, area }
}
