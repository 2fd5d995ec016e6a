import { useLocation } from 'react-router'
import { LinkTabs } from '~/ui/tabs'
import { adminTabs } from '../admin-address'

export function AdminTabs() {
  const { pathname } = useLocation()
  return (
    <LinkTabs
      label="Larm"
      tabs={adminTabs.map((tab) => ({ ...tab, current: pathname === tab.to }))}
      className="mt-5 max-w-xl"
    />
  )
}
