import { href } from 'react-router'
import type { Role } from '~/shared/role'
import type { IconName } from '~/ui/icon'

/** What each role finds in its sidebar. A page is listed here when it works, not before. */
type Item = { to: string; label: string; icon: IconName }

export const dashboardTitles = {
  admin: 'Admin Panel',
  company: 'Företagsportal',
  member: 'Min Portal',
} as const satisfies Record<Role, string>

const account: Item = { to: href('/dashboard/account'), label: 'Mitt konto', icon: 'user' }

export const dashboardItems = {
  admin: [
    { to: href('/dashboard/admin'), label: 'Översikt', icon: 'home' },
    { to: href('/dashboard/admin/companies'), label: 'Företag', icon: 'building' },
    { to: href('/dashboard/admin/messages'), label: 'Meddelanden', icon: 'message' },
    { to: href('/dashboard/admin/outbox'), label: 'Utkorg', icon: 'mail' },
    account,
  ],
  company: [
    { to: href('/dashboard/provider'), label: 'Översikt', icon: 'home' },
    { to: href('/dashboard/provider/services'), label: 'Tjänster', icon: 'list' },
    { to: href('/dashboard/provider/offers'), label: 'Erbjudanden', icon: 'sparkle' },
    { to: href('/dashboard/provider/company'), label: 'Företaget', icon: 'building' },
    { to: href('/dashboard/provider/package'), label: 'Paket', icon: 'star' },
    account,
  ],
  member: [
    { to: href('/dashboard/customer'), label: 'Översikt', icon: 'home' },
    { to: href('/dashboard/customer/ambassador'), label: 'Ambassadör', icon: 'people' },
    account,
  ],
} as const satisfies Record<Role, readonly Item[]>
