import { formatDate } from '~/companies/public'
import { Icon } from '~/ui/marks/icon'
import type { CompanyProfile } from '../read-company-profile.server'

/** `isPaused`: the viewer is a member whose month is unpaid. */
type Props = Pick<CompanyProfile, 'offers'> & { isPaused: boolean }

/** The company's current offers; renders nothing when there are none. */
export function OfferList({ offers, isPaused }: Props) {
  if (offers.length === 0) return null
  return (
    <section aria-labelledby="offers" className="mt-14">
      <h2 id="offers" className="text-h2">
        Erbjudanden just nu
      </h2>
      {isPaused && (
        <p className="prose-width mt-3">
          Pausade för dig just nu: erbjudandena gäller igen när ditt medlemskap är betalt.
        </p>
      )}
      <ul className="mt-5 grid gap-4">
        {offers.map((offer) => (
          <li key={offer.id} className="band rounded-card p-5 sm:p-7">
            <h3 className="text-h4 wrap-anywhere">{offer.title}</h3>
            {offer.description && <p className="mt-2 whitespace-pre-line wrap-anywhere">{offer.description}</p>}
            <p className="mt-4 flex items-center gap-2 text-small text-lamp">
              <Icon name="calendar" />
              Gäller till och med {formatDate(offer.valid_to)}
            </p>
          </li>
        ))}
      </ul>
    </section>
  )
}
