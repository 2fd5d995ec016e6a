import type { ComponentProps, MouseEvent, ReactNode } from 'react'
import { Link } from 'react-router'
import { breakable } from '../breakable'
import { Icon, type IconName } from '../marks/icon'

type Variant = 'primary' | 'secondary' | 'quiet' | 'alarm'
type Size = 'normal' | 'small' | 'large'

type Look = { variant?: Variant; size?: Size; icon?: IconName; className?: string }

const base =
  'relative inline-flex max-w-full items-center justify-center gap-2.5 text-center font-semibold leading-tight no-underline ' +
  'rounded-control hyphens-auto [hyphenate-limit-chars:10_4_4] select-none transition-[background-color,border-color,transform] duration-150 ' +
  'active:translate-y-px disabled:cursor-not-allowed disabled:opacity-55 disabled:active:translate-y-0 ' +
  'aria-busy:cursor-progress busy-mark print:hidden'

const variants: Record<Variant, string> = {
  primary: 'shade-below bg-spruce text-on-spruce hover:bg-[color-mix(in_srgb,var(--spruce)_86%,var(--ink))]',
  secondary: 'border-[1.5px] border-edge bg-surface text-ink hover:border-spruce hover:text-spruce',
  quiet: 'text-spruce hover:bg-fern',
  alarm: 'shade-below bg-alarm text-on-alarm hover:bg-[color-mix(in_srgb,var(--alarm)_86%,black)]',
}

const sizes: Record<Size, string> = {
  // Padding shrinks on narrow screens with large text, to leave the room to the words. `small` looks small, but its
  // target is 48 px high.
  small: 'min-h-10 px-[min(1rem,5vw)] py-1.5 text-small after:absolute after:inset-x-0 after:-inset-y-1',
  normal: 'min-h-12 px-[min(1.25rem,6vw)] py-2.5 text-body',
  large: 'min-h-14 px-[min(1.75rem,7.2vw)] py-3 text-lead',
}

/** The classes of a button, for the rare element that cannot be one of the components below. */
export function buttonClass({ variant = 'primary', size = 'normal', className = '' }: Look = {}): string {
  return `${base} ${variants[variant]} ${sizes[size]} ${className}`
}

type ButtonProps = Look & Omit<ComponentProps<'button'>, 'className'> & { busy?: boolean; busyText?: string }

/**
 * Submits its form unless `type` says otherwise, as in HTML. While busy it keeps the focus and ignores presses. On
 * plain pages improve/sending.ts does the same.
 */
export function Button({ variant, size, icon, className, busy, busyText, children, ...button }: ButtonProps) {
  function refuseWhileBusy(event: MouseEvent<HTMLButtonElement>) {
    if (busy) event.preventDefault()
    else button.onClick?.(event)
  }
  return (
    <button
      type="submit"
      {...button}
      onClick={refuseWhileBusy}
      aria-busy={busy || undefined}
      aria-disabled={busy || undefined}
      data-busy-text={busyText}
      className={buttonClass({ variant, size, className })}
    >
      {icon ? <Icon name={icon} /> : null}
      <ButtonWords>{busy && busyText ? busyText : children}</ButtonWords>
    </button>
  )
}

type ButtonLinkProps = Look & {
  to: string
  children: ReactNode
  preventScrollReset?: boolean
  /** The URL is a file, not a page, so the router must leave it to the browser. */
  isFile?: boolean
  /** An accessible name that tells similar links of a list apart: "Visa profil: Lind Städ". */
  'aria-label'?: string
}

const leavesTheApp = /^(https?:|tel:|mailto:|sms:|geo:|swish:)/

export function ButtonLink({ to, variant, size, icon, className, isFile, children, ...link }: ButtonLinkProps) {
  const look = buttonClass({ variant, size, className })
  const content = (
    <>
      {icon ? <Icon name={icon} /> : null}
      <ButtonWords>{children}</ButtonWords>
    </>
  )
  if (leavesTheApp.test(to)) {
    return (
      <a href={to} className={look} aria-label={link['aria-label']}>
        {content}
      </a>
    )
  }
  return (
    <Link to={to} className={look} reloadDocument={isFile} {...link}>
      {content}
    </Link>
  )
}

/** A word longer than its button breaks within it. */
function ButtonWords({ children }: { children: ReactNode }) {
  return <span className="min-w-0 has-[svg]:flex has-[svg]:items-center has-[svg]:gap-2.5">{breakable(children)}</span>
}
