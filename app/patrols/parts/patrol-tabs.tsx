import { href } from 'react-router'
import { LinkTabs } from '~/ui/tabs'

/** The two patrol pages of a company: the stops it pays for and, for a guard company, the shifts it walks. */
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
