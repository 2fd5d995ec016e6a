import { href } from 'react-router'
import { LinkTabs } from '~/ui/tabs'

const views = [
  { to: href('/dashboard/provider/bookings'), label: 'Lista' },
  { to: href('/dashboard/provider/bookings/week'), label: 'Vecka' },
  { to: href('/dashboard/provider/bookings/calendar'), label: 'Kalender' },
] as const

/** The heading and tabs of all pages of a company's bookings. */
export function CompanyViews({ current }: { current: (typeof views)[number]['label'] }) {
  return (
    <>
      <h1 className="text-h2">Bokningar</h1>
      <LinkTabs
        label="Sätt att se bokningarna"
        className="mt-4 max-w-md"
        tabs={views.map((view) => ({ ...view, current: view.label === current }))}
      />
    </>
  )
}
