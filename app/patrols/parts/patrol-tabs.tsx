import { href } from 'react-router'
import { LinkTabs } from '~/ui/tabs'

/** Patrols for a company have two sides: the stops it has paid for, and, of a guard company, the shifts it walks. */
export function PatrolTabs({ current }: { current: 'stops' | 'shifts' }) {
  return (
    <LinkTabs
      label="Ronder"
      className="mt-6 max-w-xl"
      tabs={[
        { to: href('/dashboard/provider/patrols'), label: 'Stopp hos oss', current: current === 'stops' },
        { to: href('/dashboard/provider/shifts'), label: 'Våra pass', current: current === 'shifts' },
      ]}
    />
  )
}
