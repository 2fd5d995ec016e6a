import type { ReactNode } from 'react'
import { Link } from 'react-router'
import { Icon, type IconName } from './marks/icon'

type Tone = 'surface' | 'mist' | 'band'

const tones: Record<Tone, string> = {
  surface: 'bg-surface shadow-card',
  mist: 'bg-mist',
  band: 'band',
}

type CardProps = {
  as?: 'div' | 'article' | 'section' | 'li' | 'aside'
  tone?: Tone
  className?: string
  id?: string
  'aria-labelledby'?: string
  children: ReactNode
}

/** A borderless panel. */
export function Card({ as: Element = 'div', tone = 'surface', className = '', children, ...rest }: CardProps) {
  return (
    <Element className={`rounded-card p-[min(1.25rem,6vw)] sm:p-7 ${tones[tone]} ${className}`} {...rest}>
      {children}
    </Element>
  )
}

type CardLinkProps = {
  to: string
  /** The link's accessible name. Without a title the whole content names it. */
  title?: ReactNode
  icon?: IconName
  heading?: 'h2' | 'h3' | 'h4'
  className?: string
  children?: ReactNode
}

/** A card that is a link as a whole. */
export function CardLink({ to, title, icon, heading: Heading = 'h3', className = '', children }: CardLinkProps) {
  const cover = 'rounded-[3px] after:absolute after:inset-0 after:rounded-card'
  return (
    <div className={`card-link flex-wrap group ${className}`}>
      {icon ? (
        <span className="grid size-12 shrink-0 place-content-center rounded-full bg-mist text-spruce">
          <Icon name={icon} className="size-6" />
        </span>
      ) : null}
      {/* With large text, the content wraps to a line of its own below the icon. */}
      <div className="flex grow basis-36 items-center gap-[min(1rem,4vw)]">
        <div className="min-w-0 grow">
          {title ? (
            <>
              <Heading className="text-h4">
                <Link to={to} className={`${cover} group-hover:text-spruce`}>
                  {title}
                </Link>
              </Heading>
              {children ? <div className="mt-1 text-soft">{children}</div> : null}
            </>
          ) : (
            <Link to={to} className={`${cover} block`}>
              {children}
            </Link>
          )}
        </div>
        <Icon
          name="arrow-right"
          className="size-5 text-spruce transition-transform duration-200 group-hover:translate-x-1"
        />
      </div>
    </div>
  )
}
