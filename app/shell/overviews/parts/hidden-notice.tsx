import { href } from 'react-router'
import { Card } from '~/ui/card'
import { ButtonLink } from '~/ui/form/button'
import { Icon } from '~/ui/marks/icon'

/** Tells the owner of a hidden company that it is hidden, why, and what to do. */
export function HiddenNotice({ reason }: { reason: string }) {
  return (
    <Card as="section" aria-labelledby="dolt" className="mt-8">
      <h2 id="dolt" className="flex items-start gap-3 text-h4">
        <Icon name="eye-off" className="mt-[0.15em] size-6 shrink-0 text-lamp-ink" />
        Ert företag visas inte för grannarna just nu
      </h2>
      <p className="mt-3">En administratör har dolt det, med det här skälet:</p>
      <blockquote className="mt-2 rounded-control bg-mist p-4 break-words whitespace-pre-line">{reason}</blockquote>
      <p className="mt-3">Rätta det som behövs och hör av er, så tittar vi igen.</p>
      <ButtonLink to={`${href('/')}#contact`} variant="secondary" icon="message" className="mt-4">
        Skriv till oss
      </ButtonLink>
    </Card>
  )
}
