import { href, Link } from 'react-router'
import type { OwnHook } from '../hooks/hook-store.server'
import { HookStanding } from './hook-standing'

/** A company's webhooks, each linked to its page. */
export function HookList({ hooks }: { hooks: readonly OwnHook[] }) {
  if (hooks.length === 0) return <p className="text-soft">Ni har inga mottagare.</p>
  return (
    <ul className="grid grid-cols-1 gap-3">
      {hooks.map((hook) => (
        <li
          key={hook.id}
          className="flex flex-wrap items-center justify-between gap-3 rounded-control border border-line p-4"
        >
          <Link
            to={href('/dashboard/provider/systems/:id', { id: hook.id })}
            className="link inline-flex min-h-12 min-w-0 items-center wrap-anywhere"
          >
            {hook.url}
          </Link>
          <HookStanding hook={hook} />
        </li>
      ))}
    </ul>
  )
}
