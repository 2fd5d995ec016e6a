import { ButtonLink } from './form/button'
import { Icon } from './marks/icon'

type Props = {
  /** URLs. A missing one is not shown. */
  previous?: string | null
  next?: string | null
  label?: string
}

export function Pager({ previous, next, label = 'Bläddra' }: Props) {
  if (!previous && !next) return null
  return (
    <nav aria-label={label} className="mt-8 flex flex-wrap justify-between gap-3">
      {previous ? (
        <ButtonLink to={previous} variant="secondary" icon="arrow-left">
          Föregående
        </ButtonLink>
      ) : null}
      {next ? (
        <ButtonLink to={next} variant="secondary" className="ml-auto">
          Nästa
          <Icon name="arrow-right" />
        </ButtonLink>
      ) : null}
    </nav>
  )
}
