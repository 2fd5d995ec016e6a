import type { ReactNode } from 'react'
import { Link } from 'react-router'
import { Icon, type IconName } from './marks/icon'

type Props = {
  label: string
  value: ReactNode
  /** A few words below the figure: a period, a comparison. */
  note?: ReactNode
  icon?: IconName
  /** The page with the details behind the figure. */
  to?: string
  className?: string
}

/** One figure and its label. Several of them belong in a `ul`. */
export function StatCard({ label, value, note, icon, to, className = '' }: Props) {
  return (
    <div
      className={`relative flex h-full flex-col rounded-card bg-surface p-5 shadow-card sm:p-6 ${to ? 'transition-transform duration-200 hover:-translate-y-0.5' : ''} ${className}`}
    >
      {/* A long word wraps below the icon instead of overflowing. */}
      <p className="flex flex-wrap items-center gap-x-2.5 font-semibold text-soft">
        {icon ? <Icon name={icon} className="size-5 text-spruce" /> : null}
        {to ? (
          <Link to={to} className="rounded-[3px] after:absolute after:inset-0 after:rounded-card hover:text-ink">
            {label}
          </Link>
        ) : (
          <span>{label}</span>
        )}
      </p>
      <p className="tabular mt-2 text-h1">{value}</p>
      {note ? <p className="mt-1 text-small text-soft">{note}</p> : null}
    </div>
  )
}
