import { href } from 'react-router'
import type { Letter } from '~/outbox/public'
import { PRODUCT_NAME } from '~/shared/product'
import type { Role } from '~/shared/role'
import { formatDate } from '~/shared/time'
import { newsId, type TermsVersion } from './terms'

type To = { name: string; role: Role; isBlocked: boolean }
type Missed = Pick<TermsVersion, 'name'> & { news: { changes: readonly string[] } }

const account = 'under Mitt konto, fliken Uppgifter'

/** `toUs`: how to write to the operator, as a sentence (`writeToUs`). */
type Us = { origin: string; toUs: string }

const howToLeave: Record<Role, (toUs: string) => string> = {
  member: () =>
    `Vill du inte ha det så kan du lämna innan dess: säg upp medlemskapet på sidan Medlemskap, eller ta bort kontot ${account}.`,
  company: (toUs) =>
    `Vill ni inte ha det så kan ni lämna innan dess: ta bort kontot ${account}. Vill ni bara säga upp paketet? ${toUs}`,
  admin: () => `Vill du inte ha det så kan du ta bort kontot innan dess, ${account}.`,
}

/** Nobody can log in to a blocked account, so its owner is sent to no page that needs it. */
const fromOutside = (toUs: string) =>
  `Kontot är spärrat, så det går inte att logga in. Ska avtalet sluta gälla innan dess? ${toUs}`

/** What has changed in the terms since those that somebody accepted. */
export function termsLetter(to: To, missed: readonly Missed[], appliesOn: string, { origin, toUs }: Us) {
  const from = formatDate(appliesOn)
  const [your, nothing] = to.role === 'company' ? ['er', 'ni inte göra'] : ['dig', 'du inte göra']
  const letter: Letter = {
    greeting: `Hej ${to.name},`,
    paragraphs: [
      // All that the list of notices shows.
      `Vi har ändrat villkoren för ${PRODUCT_NAME}. För ${your} gäller ändringen från ${from}, och till dess det som godkändes förut. Det nya står på sidan Villkor, under Det här är nytt.`,
      ...missed.flatMap(({ news }) => news.changes),
      to.isBlocked ? fromOutside(toUs) : howToLeave[to.role](toUs),
      ...(to.isBlocked ? [] : [`Annars behöver ${nothing} något.`]),
    ],
    action: { label: 'Läs villkoren', url: `${origin}${href('/villkor')}#${newsId}` },
  }
  return { subject: `Nya villkor från ${from}`, letter }
}
