import type { ReactNode } from 'react'
import { Stars } from '~/ui/stars'
import type { ReviewShown } from '../read-reviews.server'

type Props = {
  review: Omit<ReviewShown, 'id'>
  companyName: string
  /** The reader's actions on the review. */
  children?: ReactNode
}

/** A review and the company's answer. */
export function ReviewText({ review, companyName, children }: Props) {
  return (
    <article className="min-w-0">
      <div className="flex flex-wrap items-center gap-x-3 gap-y-1">
        <Stars value={review.stars} />
        <p className="font-semibold wrap-anywhere">{review.author}</p>
      </div>
      <p className="mt-1 text-small text-soft wrap-anywhere">
        {review.serviceTitle} · {review.written}
        {review.isEdited && ' · ändrat'}
      </p>
      {review.words && <p className="prose-width mt-3 whitespace-pre-line wrap-anywhere">{review.words}</p>}
      {review.answer && (
        <div className="mt-4 border-edge border-l-2 pl-4">
          <p className="text-small font-semibold wrap-anywhere">
            Svar från {companyName} <span className="inline-block font-normal text-soft">· {review.answered}</span>
          </p>
          <p className="prose-width mt-1 whitespace-pre-line wrap-anywhere">{review.answer}</p>
        </div>
      )}
      {children}
    </article>
  )
}
