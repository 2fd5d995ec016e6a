import { href, Link } from 'react-router'
import { Icon } from '~/ui/marks/icon'

/** The resident's saved companies, as links to their services. */
export function KeptCompanies({ companies }: { companies: readonly { id: string; name: string }[] }) {
  if (companies.length === 0) return null
  return (
    <section aria-labelledby="sparade" className="mt-8">
      <h2 id="sparade" className="text-h3">
        Sparade företag
      </h2>
      <ul className="mt-3 flex flex-wrap gap-x-6">
        {companies.map(({ id, name }) => (
          <li key={id} className="min-w-0">
            <Link
              to={href('/company/:id', { id })}
              className="link inline-flex min-h-12 max-w-full items-center gap-2 font-semibold wrap-anywhere"
            >
              <Icon name="star" className="text-lamp-ink" />
              {name}
            </Link>
          </li>
        ))}
      </ul>
    </section>
  )
}
