import { href, Link } from 'react-router'
import { Icon } from '~/ui/marks/icon'

/** Whether the set-up is complete, with a link. Small, so as not to compete with the button that sends. */
export function ReadyLine({ missing }: { missing: number }) {
  const words =
    missing === 0 ? 'Ditt larm är redo' : `${missing} ${missing === 1 ? 'sak' : 'saker'} kvar innan larmet är redo`
  return (
    <Link
      to={href('/dashboard/customer/safety/setup')}
      className="link inline-flex min-h-12 items-center gap-3 font-semibold"
    >
      <Icon name={missing === 0 ? 'check' : 'list'} className="size-6" />
      {words}
    </Link>
  )
}
