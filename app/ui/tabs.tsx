import { Link } from 'react-router'

type Tab = { to: string; label: string; current: boolean }

/** Tabs as links: they work without JavaScript, with the back button, and when shared. */
export function LinkTabs({ label, tabs, className = '' }: { label: string; tabs: readonly Tab[]; className?: string }) {
  return (
    <nav aria-label={label} data-keeps-place className={className}>
      <ul className="flex flex-wrap gap-1 rounded-card bg-mist p-1 dark:bg-surface">
        {tabs.map((tab) => (
          <li key={tab.to} className="grow">
            <Link
              to={tab.to}
              preventScrollReset
              aria-current={tab.current ? 'page' : undefined}
              className="relative flex min-h-12 items-center justify-center rounded-control px-[min(1.25rem,4vw)] text-center font-semibold text-soft transition-colors duration-150 hover:text-ink aria-[current=page]:bg-surface dark:aria-[current=page]:bg-mist aria-[current=page]:text-ink aria-[current=page]:lit-below"
            >
              <span className="min-w-0">{tab.label}</span>
            </Link>
          </li>
        ))}
      </ul>
    </nav>
  )
}
