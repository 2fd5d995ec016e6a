import { href } from 'react-router'
import { notifyCompany } from '~/companies/public.server'
import { notifyPerson } from '~/notifications/public.server'
import type { Config } from '~/platform/config.server'
import type { Database } from '~/platform/database/database.server'
import { writeToUs } from '~/platform/mail/write-to-us'
import { type Stars, starWords } from './review'

/** Notifies the company of a new review. */
export async function tellOfReview(
  db: Database,
  origin: string,
  review: { companyId: string; serviceTitle: string; stars: Stars; words: string },
) {
  const path = href('/dashboard/provider/reviews')
  await notifyCompany(db, review.companyId, {
    kind: 'review written',
    subject: `Nytt omdöme: ${review.stars} av 5`,
    letter: {
      greeting: 'Hej,',
      paragraphs: [
        `En granne har lämnat ett omdöme om ${review.serviceTitle}: ${review.stars} av 5, ${starWords[review.stars].toLowerCase()}.`,
        ...(review.words ? [`”${review.words}”`] : []),
        'Ni kan svara, och svaret syns under omdömet på er sida.',
      ],
      action: { label: 'Läs och svara', url: origin + path },
    },
    push: { title: 'Nytt omdöme', body: `${review.stars} av 5 för ${review.serviceTitle}`, path },
  })
}

/** Notifies the company that a review it had answered was rewritten. Its answer is hidden until it answers again. */
export async function tellOfRewriting(
  db: Database,
  origin: string,
  review: {
    companyId: string
    serviceTitle: string
    stars: Stars
    words: string
    before: { stars: number; words: string }
  },
) {
  const path = href('/dashboard/provider/reviews')
  const { companyId, serviceTitle, stars, words, before } = review
  const now = `${stars} av 5, ${starWords[stars].toLowerCase()}.`
  const rating =
    stars === before.stars ? `Betyget är som förut: ${now}` : `Det var ${before.stars} av 5 och är nu ${now}`
  const removed = before.words ? ['Texten är borttagen.'] : []
  await notifyCompany(db, companyId, {
    kind: 'review rewritten',
    subject: `Ett omdöme är ändrat: ${stars} av 5`,
    letter: {
      greeting: 'Hej,',
      paragraphs: [
        `Ett omdöme om ${serviceTitle} som ni har svarat på är ändrat. ${rating}`,
        ...(words ? [`”${words}”`] : removed),
        'Ert svar gällde det som stod förut, så det visas inte längre. Ni kan svara på nytt.',
      ],
      action: { label: 'Läs och svara', url: origin + path },
    },
    push: { title: 'Ett omdöme är ändrat', body: `${stars} av 5 för ${serviceTitle}`, path },
  })
}

/** Notifies the author of the company's answer, when it is first shown. */
export async function tellOfAnswer(
  db: Database,
  origin: string,
  answer: { authorId: string; bookingId: string; companyName: string; text: string },
) {
  const path = href('/dashboard/customer/bookings/:id/review', { id: answer.bookingId })
  await notifyPerson(db, answer.authorId, {
    kind: 'review answered',
    subject: `${answer.companyName} har svarat på ditt omdöme`,
    letter: {
      greeting: 'Hej,',
      paragraphs: [`${answer.companyName} har svarat på ditt omdöme:`, `”${answer.text}”`],
      action: { label: 'Se svaret', url: origin + path },
    },
    push: { title: 'Svar på ditt omdöme', body: `Från ${answer.companyName}`, path },
  })
}

/** Notifies the author that the review was hidden, and why, or that it is shown again. */
export async function tellOfHiding(
  db: Database,
  config: Config,
  review: { authorId: string; bookingId: string; serviceTitle: string },
  reason: string | null,
) {
  const path = href('/dashboard/customer/bookings/:id/review', { id: review.bookingId })
  const paragraphs =
    reason === null
      ? [`Ditt omdöme om ${review.serviceTitle} syns för alla igen.`]
      : [
          `En administratör har dolt ditt omdöme om ${review.serviceTitle}. Det syns inte längre på företagets sida.`,
          `Skälet: ${reason}`,
        ]
  await notifyPerson(db, review.authorId, {
    kind: reason === null ? 'review restored' : 'review hidden',
    subject: reason === null ? 'Ditt omdöme syns igen' : 'Ditt omdöme visas inte längre',
    letter: {
      greeting: 'Hej,',
      paragraphs,
      action: { label: 'Se omdömet', url: config.origin + path },
      footnote: `Tycker du att det är fel? ${writeToUs(config)}`,
    },
  })
}
