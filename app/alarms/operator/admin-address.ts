import { href } from 'react-router'

/** The tabs of the administrators' alarm pages. */
export const adminTabs = [
  { to: href('/dashboard/admin/alarms'), label: 'Läget' },
  { to: href('/dashboard/admin/alarms/figures'), label: 'Svarstider' },
  { to: href('/dashboard/admin/alarms/policies'), label: 'Larmplaner' },
] as const
