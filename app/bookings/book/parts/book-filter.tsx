import { Form, Link } from 'react-router'
import { categories } from '~/companies/public'
import { namesOf } from '~/shared/chosen'
import { Button } from '~/ui/form/button'
import { TextField } from '~/ui/form/field'
import { Icon } from '~/ui/marks/icon'
import { type BookSearch, bookAddress } from '../book-address'

type Props = { search: BookSearch; offered: readonly string[] }

/** Filters by text and by category. A new search starts from the first page and keeps the chosen service. */
export function BookFilter({ search, offered }: Props) {
  const { text, category, service, also, day } = search
  const shown = namesOf(categories).filter((key) => offered.includes(key) || key === category)
  return (
    <div className="grid gap-4">
      <Form role="search" action="#tjanster" key={`${text} ${category}`} className="flex flex-wrap items-end gap-3">
        <TextField
          name="q"
          label="Sök tjänst eller företag"
          type="search"
          defaultValue={text}
          maxLength={100}
          className="max-w-[26rem] grow basis-52"
        />
        {category && <input type="hidden" name="category" value={category} />}
        {service && <input type="hidden" name="service" value={service} />}
        {also?.map((id) => (
          <input key={id} type="hidden" name="also" value={id} />
        ))}
        {day && <input type="hidden" name="day" value={day} />}
        <Button type="submit" variant="secondary" icon="search">
          Sök
        </Button>
      </Form>
      {shown.length > 1 && (
        <nav aria-label="Kategorier">
          <ul className="flex flex-wrap gap-2">
            {[null, ...shown].map((key) => (
              <li key={key ?? ''}>
                <Link
                  to={bookAddress({ text, category: key, service, also, day })}
                  preventScrollReset
                  aria-current={key === category ? 'true' : undefined}
                  className="flex min-h-12 items-center gap-2 rounded-full border-[1.5px] border-line bg-surface px-[min(1rem,4vw)] font-semibold text-ink no-underline transition-colors duration-150 hover:border-spruce hover:text-spruce aria-[current]:border-spruce aria-[current]:bg-spruce aria-[current]:text-on-spruce"
                >
                  {key && <Icon name={categories[key].icon} />}
                  <span className="min-w-0">{key ? categories[key].label : 'Alla'}</span>
                </Link>
              </li>
            ))}
          </ul>
        </nav>
      )}
    </div>
  )
}
