import { PRODUCT_NAME } from '~/shared/product'

/** A window of four panes ("kvarter" also suggests a quarter), one of them lit. */
export function LogoMark({ className = 'size-8' }: { className?: string }) {
  return (
    <svg className={className} viewBox="0 0 32 32" aria-hidden="true">
      <path
        fill="currentColor"
        d="M15 2v13H4v-2A11 11 0 0 1 15 2zM4 17h11v13H6a2 2 0 0 1-2-2zM17 17h11v11a2 2 0 0 1-2 2h-9z"
      />
      <path className="fill-lamp" d="M17 2v13h11v-2A11 11 0 0 0 17 2z" />
    </svg>
  )
}

export function Logo({ className = '' }: { className?: string }) {
  return (
    <span className={`inline-flex items-center gap-2.5 font-semibold text-h4 tracking-tight ${className}`}>
      <LogoMark />
      {PRODUCT_NAME}
    </span>
  )
}
