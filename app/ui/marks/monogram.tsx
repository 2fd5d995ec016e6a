import type { CSSProperties } from 'react'
import { initials, MONOGRAM_INK, monogramGround } from './monogram-colour'

const sizes = {
  small: 'size-10 text-body',
  normal: 'size-14 text-h4',
  large: 'size-20 text-h2',
} as const

/** In place of a logo. Decoration: the name is always written beside it. */
export function Monogram({ name, size = 'normal' }: { name: string; size?: keyof typeof sizes }) {
  const colours = { '--ground': monogramGround(name), '--letters': MONOGRAM_INK } as CSSProperties
  return (
    <span
      aria-hidden="true"
      style={colours}
      className={`grid shrink-0 place-content-center rounded-card bg-(--ground) font-semibold tracking-tight text-(--letters) select-none hyphens-none ${sizes[size]}`}
    >
      {initials(name)}
    </span>
  )
}
