import { href, Link } from 'react-router'
import { mostRowsWords } from '~/platform/http/most-rows'
import { ButtonLink } from '~/ui/form/button'
import type { readListTools } from '../read-views.server'

/** The bar above a list: saved views, a link to save one more, and the file. */
export function ListTools({ file, save, views }: Awaited<ReturnType<typeof readListTools>>) {
  return (
    <div className="mt-6 mb-3 flex flex-wrap items-center justify-between gap-x-6 gap-y-2">
      <nav aria-label="Sparade vyer">
        <ul className="flex flex-wrap items-center gap-x-5">
          {views.map(({ id, name, to, isNow }) => (
            <li key={id} className="min-w-0">
              <Link
                to={to}
                preventScrollReset
                aria-current={isNow ? 'page' : undefined}
                className="link inline-flex min-h-12 items-center wrap-anywhere aria-[current=page]:font-semibold"
              >
                {name}
              </Link>
            </li>
          ))}
          <li>
            <Link to={save} className="link inline-flex min-h-12 items-center">
              Spara som vy
            </Link>
          </li>
          {views.length > 0 && (
            <li>
              <Link to={href('/dashboard/admin/views')} className="link inline-flex min-h-12 items-center">
                Ta bort vyer
              </Link>
            </li>
          )}
        </ul>
      </nav>
      <span className="flex flex-wrap items-center gap-x-3">
        <ButtonLink to={file} isFile variant="secondary" size="small" icon="download">
          Hämta som CSV
        </ButtonLink>
        <span className="text-small text-soft">{mostRowsWords()}</span>
      </span>
    </div>
  )
}
