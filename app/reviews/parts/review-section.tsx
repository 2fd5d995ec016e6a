import { href, Link } from 'react-router'
import { Icon } from '~/ui/marks/icon'
import { Pager } from '~/ui/pager'
import { formatRating } from '../rating'
import type { ReviewsShown } from '../read-reviews.server'
import { ReviewText } from './review-text'

type Props = {
  company: { id: string; name: string; rating: number; rating_count: number }
  shown: ReviewsShown
}

/** Reviews on a company's public page. */
export function ReviewSection({ company, shown: { reviews, before, next } }: Props) {
  const address = href('/company/:id', { id: company.id })
  return (
    <section aria-labelledby="omdomen" className="mt-14">
      <div className="flex flex-wrap items-baseline justify-between gap-x-6 gap-y-2">
        <h2 id="omdomen" className="scroll-mt-6 text-h2">
          Omdömen
        </h2>
        {company.rating_count > 0 && (
          <p className="flex items-center gap-2 text-lead">
            <Icon name="star" className="size-5 fill-lamp text-lamp-ink" />
            <span>
              <strong className="tabular font-semibold">{formatRating(company.rating)}</strong> av 5,{' '}
              {company.rating_count === 1 ? 'ett omdöme' : `${company.rating_count} omdömen`}
            </span>
          </p>
        )}
      </div>
      {reviews.length === 0 ? (
        <p className="mt-4 text-soft">
          {before ? 'Det finns inga äldre omdömen.' : `Ingen har lämnat ett omdöme om ${company.name} ännu.`}
        </p>
      ) : (
        <ul className="mt-3 divide-y divide-line">
          {reviews.map((review) => (
            <li key={review.id} className="py-6">
              <ReviewText review={review} companyName={company.name}>
                <p className="mt-3 text-small">
                  <Link to={href('/dashboard/reviews/:id/report', { id: review.id })} className="text-soft">
                    Anmäl<span className="sr-only"> omdömet från {review.author}</span>
                  </Link>
                </p>
              </ReviewText>
            </li>
          ))}
        </ul>
      )}
      <p className="prose-width mt-2 text-small text-soft">
        Bara den som har bokat, och fått jobbet gjort, kan lämna ett omdöme.
      </p>
      <Pager
        label="Bläddra bland omdömen"
        previous={before ? `${address}#omdomen` : undefined}
        next={next && `${address}?before=${next}#omdomen`}
      />
    </section>
  )
}
