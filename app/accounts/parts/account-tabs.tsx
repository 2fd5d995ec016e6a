import { href } from 'react-router'
import { LinkTabs } from '~/ui/tabs'

const tabs = [
  { to: href('/dashboard/account'), label: 'Profil' },
  { to: href('/dashboard/account/security'), label: 'Säkerhet' },
  { to: href('/dashboard/account/notices'), label: 'Aviseringar' },
  { to: href('/dashboard/account/data'), label: 'Uppgifter' },
] as const

/** Heading and tabs of every page about one's own account. */
export function AccountTabs({ current }: { current: (typeof tabs)[number]['label'] }) {
  return (
    <>
      <h1 className="text-h2">Mitt konto</h1>
      <LinkTabs
        label="Delar av ditt konto"
        className="mt-6 max-w-2xl"
        tabs={tabs.map((tab) => ({ ...tab, current: tab.label === current }))}
      />
    </>
  )
}
