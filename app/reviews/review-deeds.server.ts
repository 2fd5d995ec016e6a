import { href } from 'react-router'
import type { Deed } from '~/door/deed.server'
import { answerReview } from './answer-review.server'
import { hideReview, restoreReview } from './hide-review.server'
import { keepReview } from './report/decide-reports.server'

/** The forms of the company's page, by intent. */
export const companyReviewDeeds: Record<string, Deed> = {
  'answer-review': {
    does: ({ house, signedIn, values }) => answerReview(house, signedIn, values),
    says: { title: 'Svaret är sparat', message: 'Det syns under omdömet på er sida.' },
    to: href('/dashboard/provider/reviews'),
  },
}

/** The forms of the administrators' page, by intent. */
export const adminReviewDeeds: Record<string, Deed> = {
  'hide-review': {
    does: ({ house, signedIn, values }) => hideReview(house, signedIn, values),
    says: {
      title: 'Omdömet är dolt',
      message: 'Den som skrev det får veta varför, och den som har anmält det att det är dolt.',
    },
    to: href('/dashboard/admin/reviews'),
  },
  'keep-review': {
    does: ({ house, signedIn, values }) => keepReview(house, signedIn, values),
    says: { title: 'Omdömet står kvar', message: 'Den som anmälde det får veta varför.' },
    to: href('/dashboard/admin/reviews'),
  },
  'restore-review': {
    does: ({ house, signedIn, values }) => restoreReview(house, signedIn, values),
    says: { title: 'Omdömet syns igen' },
    to: href('/dashboard/admin/reviews'),
  },
}
