import { type IconName, iconPaths } from './icon-paths'

export type { IconName }

type IconProps = {
  name: IconName
  className?: string
  /** Only if the icon stands alone and carries meaning; beside its word it is decoration. */
  label?: string
}

export function Icon({ name, className, label }: IconProps) {
  return (
    <svg
      role={label ? 'img' : undefined}
      aria-label={label}
      aria-hidden={label ? undefined : true}
      viewBox="0 0 24 24"
      width="1.25em"
      height="1.25em"
      fill="none"
      stroke="currentColor"
      strokeWidth="1.75"
      strokeLinecap="round"
      strokeLinejoin="round"
      className={`shrink-0 ${className ?? ''}`}
    >
      <path d={iconPaths[name]} />
    </svg>
  )
}
