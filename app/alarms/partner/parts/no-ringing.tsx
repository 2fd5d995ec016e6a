import { Icon } from '~/ui/marks/icon'

/** Stands first on the screen of anybody who might ring: a sounding phone would give away a member who hides. */
export function NoRinging() {
  return (
    <p className="flex items-start gap-3 rounded-control bg-alarm px-4 py-3 text-lead font-semibold text-on-alarm">
      <Icon name="bell-off" className="mt-0.5 size-6" />
      <span className="min-w-0">Ring inte. Personen gömmer sig.</span>
    </p>
  )
}
