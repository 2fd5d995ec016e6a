import { href } from 'react-router'
import type { Role } from '~/shared/role'
import type { IconName } from '~/ui/marks/icon'

/**
 * The sidebar of each role. A page is listed here only once it works. `needs: 'guards'`: only for companies with guards
 * of their own.
 */
type Item = { to: string; label: string; icon: IconName; needs?: 'guards'; waiting?: number }
type Section = { label?: string; items: readonly Item[] }

export const dashboardTitles = {
  admin: 'Admin Panel',
  // A soft hyphen, for large text on a phone.
  company: 'Företags\u00adportal',
  member: 'Min Portal',
} as const satisfies Record<Role, string>

const account: Item = { to: href('/dashboard/account'), label: 'Mitt konto', icon: 'user' }

export const dashboardSections = {
  admin: [
    {
      items: [
        { to: href('/dashboard/admin'), label: 'Översikt', icon: 'home' },
        { to: href('/dashboard/admin/companies'), label: 'Företag', icon: 'building' },
        { to: href('/dashboard/admin/users'), label: 'Användare', icon: 'people' },
        { to: href('/dashboard/admin/postcodes'), label: 'Postnummer', icon: 'map-pin' },
      ],
    },
    {
      label: 'Trygghet',
      items: [
        { to: href('/dashboard/admin/alarms'), label: 'Larm', icon: 'alarm' },
        { to: href('/dashboard/admin/coverage'), label: 'Bemanning', icon: 'shield' },
        { to: href('/dashboard/admin/patrols'), label: 'Ronder', icon: 'lamp' },
        { to: href('/dashboard/admin/broadcasts'), label: 'Utskick', icon: 'phone' },
      ],
    },
    {
      label: 'Kontoret',
      items: [
        { to: href('/dashboard/admin/payments'), label: 'Betalningar', icon: 'coin' },
        { to: href('/dashboard/admin/payments/books'), label: 'Bokföring', icon: 'list' },
        { to: href('/dashboard/admin/messages'), label: 'Meddelanden', icon: 'message' },
        { to: href('/dashboard/admin/reviews'), label: 'Omdömen', icon: 'star' },
        { to: href('/dashboard/admin/outbox'), label: 'Utkorg', icon: 'mail' },
        { to: href('/dashboard/admin/audit'), label: 'Historik', icon: 'clock' },
        { to: href('/dashboard/admin/faults'), label: 'Fel', icon: 'warning' },
        { to: href('/dashboard/admin/upkeep'), label: 'Drift', icon: 'repeat' },
        { to: href('/dashboard/admin/settings'), label: 'Inställningar', icon: 'settings' },
        account,
      ],
    },
  ],
  company: [
    {
      items: [
        { to: href('/dashboard/provider'), label: 'Översikt', icon: 'home' },
        { to: href('/dashboard/provider/bookings'), label: 'Bokningar', icon: 'calendar' },
        { to: href('/dashboard/provider/reviews'), label: 'Omdömen', icon: 'star' },
        { to: href('/dashboard/provider/services'), label: 'Tjänster', icon: 'list' },
        { to: href('/dashboard/provider/offers'), label: 'Erbjudanden', icon: 'sparkle' },
      ],
    },
    {
      label: 'Trygghet',
      items: [
        { to: href('/dashboard/provider/alarms'), label: 'Larm', icon: 'alarm', needs: 'guards' },
        { to: href('/dashboard/provider/guards'), label: 'Väktare', icon: 'shield', needs: 'guards' },
        { to: href('/dashboard/provider/patrols'), label: 'Ronder', icon: 'lamp' },
        { to: href('/dashboard/provider/broadcasts'), label: 'SMS till kvarteret', icon: 'message', needs: 'guards' },
        { to: href('/dashboard/provider/systems'), label: 'Egna system', icon: 'key', needs: 'guards' },
      ],
    },
    {
      label: 'Företaget',
      items: [
        { to: href('/dashboard/provider/earnings'), label: 'Intäkter', icon: 'coin' },
        { to: href('/dashboard/provider/company'), label: 'Uppgifter', icon: 'building' },
        { to: href('/dashboard/provider/package'), label: 'Paket', icon: 'leaf' },
        account,
      ],
    },
  ],
  member: [
    {
      items: [
        { to: href('/dashboard/customer'), label: 'Översikt', icon: 'home' },
        { to: href('/dashboard/customer/safety'), label: 'Trygghetslarm', icon: 'alarm' },
        { to: href('/dashboard/customer/book'), label: 'Boka tjänst', icon: 'plus' },
        { to: href('/dashboard/customer/bookings'), label: 'Mina bokningar', icon: 'calendar' },
        { to: href('/dashboard/customer/patrols'), label: 'Ronder', icon: 'lamp' },
        { to: href('/dashboard/customer/points'), label: 'Kvarterspoäng', icon: 'sparkle' },
        { to: href('/dashboard/customer/membership'), label: 'Medlemskap', icon: 'key' },
        { to: href('/dashboard/customer/ambassador'), label: 'Ambassadör', icon: 'people' },
        account,
      ],
    },
  ],
} as const satisfies Record<Role, readonly Section[]>

/** The sections with a count of waiting items on one of the links. */
export function withWaiting(sections: readonly Section[], to: string, waiting: number): Section[] {
  return sections.map((section) => ({
    ...section,
    items: section.items.map((item) => (item.to === to ? { ...item, waiting } : item)),
  }))
}

/**
 * The bottom bar of a member on a phone: the most used pages, with the alarm one tap from everywhere. The menu has all
 * pages.
 */
export const memberThumb: readonly Item[] = [
  { to: href('/dashboard/customer'), label: 'Hem', icon: 'home' },
  { to: href('/dashboard/customer/book'), label: 'Boka', icon: 'plus' },
  { to: href('/dashboard/customer/bookings'), label: 'Bokningar', icon: 'calendar' },
  { to: href('/dashboard/customer/safety'), label: 'Larm', icon: 'alarm' },
]

/** The sections for one person. */
export function sectionsFor(role: Role, hasGuards: boolean): Section[] {
  const sections: readonly Section[] = dashboardSections[role]
  return sections.map(({ items, ...section }) => ({
    ...section,
    items: items.filter(({ needs }) => needs !== 'guards' || hasGuards),
  }))
}
