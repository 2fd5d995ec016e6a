import { href, Link } from 'react-router'
import { Icon } from '~/ui/marks/icon'
import type { GoingOn } from './going-on'

/** A walk home in progress, on one line, so that the button that sends an alarm keeps its place on the page. */
export function WalkLine({ walk }: { walk: GoingOn }) {
  const look = walk.isUrgent ? 'bg-alarm text-on-alarm' : 'border-2 border-lamp bg-surface'
  return (
    <p className={`flex items-start gap-3 rounded-control px-4 py-2 ${look}`}>
      <Icon name="home" className="mt-3 shrink-0" />
      <span className="min-w-0 wrap-anywhere">
        <strong>{walk.title}</strong> {walk.isUrgent ? walk.text : null}{' '}
        <Link
          to={href('/dashboard/customer/safety/walk')}
          className="inline-flex min-h-12 items-center font-semibold underline underline-offset-4"
        >
          {walk.open}
        </Link>
      </span>
    </p>
  )
}
