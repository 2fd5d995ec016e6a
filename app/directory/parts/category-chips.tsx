import { Link } from 'react-router'
import { type Category, categories } from '~/companies/public'
import { namesOf } from '~/shared/chosen'
import { Icon } from '~/ui/marks/icon'
import { type DirectorySearch, directoryAddress } from '../directory-search'

type Props = { search: DirectorySearch; counts: Partial<Record<string, number>> }

/** One link per category in the postcode. The search words are kept, and the counts are for them. */
export function CategoryChips({ search, counts }: Props) {
  const all = Object.values(counts).reduce<number>((sum, count) => sum + (count ?? 0), 0)
  const shown = namesOf(categories).filter((key) => counts[key] !== undefined || key === search.category)
  if (Object.keys(counts).length === 0) return null
  return (
    <nav aria-label="Kategorier" data-keeps-place>
      <ul className="flex flex-wrap gap-2">
        <li>
          <Chip search={search} category={null} count={all} />
        </li>
        {shown.map((key) => (
          <li key={key}>
            <Chip search={search} category={key} count={counts[key] ?? 0} />
          </li>
        ))}
      </ul>
    </nav>
  )
}

function Chip({ search, category, count }: { search: DirectorySearch; category: Category | null; count: number }) {
  const { postcode, text, free } = search
  return (
    <Link
      to={directoryAddress({ postcode, text, category, free })}
      preventScrollReset
      aria-current={search.category === category ? 'true' : undefined}
      className="flex min-h-12 items-center gap-2 rounded-full border-[1.5px] border-line bg-surface px-[min(1rem,4vw)] font-semibold text-ink no-underline transition-colors duration-150 hover:border-spruce hover:text-spruce aria-[current]:border-spruce aria-[current]:bg-spruce aria-[current]:text-on-spruce"
    >
      {category && <Icon name={categories[category].icon} />}
      <span className="min-w-0">{category ? categories[category].label : 'Alla'}</span>
      {/* The counts do not consider free times, so none is shown while the list is narrowed to them. */}
      {free === null && (
        <span className="tabular text-small font-normal">
          {count}
          <span className="sr-only"> företag</span>
        </span>
      )}
    </Link>
  )
}
