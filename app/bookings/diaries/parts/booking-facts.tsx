import type { ReactNode } from 'react'
import { Icon, type IconName } from '~/ui/marks/icon'

/** A row of short facts, such as time and price, that wraps. */
export function FactRow({ children }: { children: ReactNode }) {
  return <ul className="flex flex-wrap gap-x-6 gap-y-1">{children}</ul>
}

export function Fact({ icon, children }: { icon: IconName; children: ReactNode }) {
  return (
    <li className="flex min-w-0 items-start gap-2">
      <Icon name={icon} className="mt-[0.2em] size-5 text-soft" />
      <span className="min-w-0 wrap-anywhere">{children}</span>
    </li>
  )
}

/** A phone number as a tel: link, with an enlarged touch target. */
export function PhoneLink({ phone }: { phone: { number: string; link: string } }) {
  return (
    <a href={phone.link} className="link tabular relative inline-block after:absolute after:inset-x-0 after:-inset-y-3">
      {phone.number}
    </a>
  )
}
