import { Link } from 'react-router'
import { namesOf } from '~/shared/chosen'
import { Icon } from '~/ui/marks/icon'
import { type DirectorySearch, directoryAddress, freeDays } from '../directory-search'

/** Toggles that narrow the list to companies with a time today or tomorrow. */
export function FreeChips({ search }: { search: DirectorySearch }) {
  const { postcode, text, category } = search
  return (
    <nav aria-label="Lediga tider" data-keeps-place>
      <ul className="flex flex-wrap gap-2">
        {namesOf(freeDays).map((key) => {
          const isChosen = search.free === key
          return (
            <li key={key}>
              <Link
                to={directoryAddress({ postcode, text, category, free: isChosen ? null : key })}
                preventScrollReset
                aria-current={isChosen ? 'true' : undefined}
                className="flex min-h-12 items-center gap-2 rounded-full border-[1.5px] border-line bg-surface px-4 font-semibold text-ink no-underline transition-colors duration-150 hover:border-spruce hover:text-spruce aria-[current]:border-spruce aria-[current]:bg-spruce aria-[current]:text-on-spruce"
              >
                <Icon name={isChosen ? 'check' : 'clock'} />
                {freeDays[key].label}
              </Link>
            </li>
          )
        })}
      </ul>
    </nav>
  )
}
