import { useEffect } from 'react'
import { Link } from 'react-router'
import { answerTo } from '~/door/answer.server'
import { houseContext } from '~/platform/http/contexts.server'
import { notThere } from '~/shared/outcome'
import { PRODUCT_NAME } from '~/shared/product'
import { Sidebar, SidebarLink } from '~/ui/sidebar'
import { Actions } from '../parts/catalogue/actions'
import { Containers } from '../parts/catalogue/containers'
import { Figures } from '../parts/catalogue/figures'
import { Forms } from '../parts/catalogue/forms'
import { Foundations } from '../parts/catalogue/foundations'
import { Pickers } from '../parts/catalogue/pickers'
import { QuietStates } from '../parts/catalogue/quiet-states'
import type { Route } from './+types/ui-catalogue'

const chapters = [
  ['grunden', 'Grunden'],
  ['knappar', 'Knappar och märken'],
  ['formular', 'Formulär'],
  ['ytor', 'Ytor'],
  ['uppgifter', 'Uppgifter och siffror'],
  ['datum', 'Dag och månad'],
  ['vantan', 'Tomt och på väg'],
] as const

export function loader({ context }: Route.LoaderArgs) {
  if (context.get(houseContext).config.mode === 'production') throw answerTo(notThere)
  return null
}

export function meta() {
  return [{ title: 'Byggdelar' }, { name: 'robots', content: 'noindex' }]
}

/** Every ui component in every state, within the dashboards' layout. For developers, never for visitors. */
export default function UiCatalogue() {
  // The refused forms take the focus, as they should in use; undo that here and scroll to the top.
  useEffect(() => {
    if (location.hash) return
    if (document.activeElement instanceof HTMLElement) document.activeElement.blur()
    scrollTo({ top: 0, behavior: 'instant' })
  }, [])

  return (
    <Sidebar
      title="Byggdelar"
      collapsed={false}
      home={<Link to="/">{PRODUCT_NAME}</Link>}
      sections={[
        { items: [{ to: '/ui', label: 'Byggdelar', icon: 'home' }] },
        {
          label: 'Sidor',
          items: [
            { to: '/companies', label: 'Företag', icon: 'building' },
            { to: '/security', label: 'Trygghet', icon: 'shield' },
            { to: '/auth', label: 'Logga in', icon: 'user' },
          ],
        },
      ]}
      footer={<SidebarLink to="/" label="Till startsidan" icon="external" />}
    >
      <h1>Byggdelar</h1>
      <p className="mt-3 max-w-[46ch] text-lead text-soft">
        Allt som sidorna är byggda av, i alla lägen. Det som inte finns här finns inte.
      </p>
      <nav aria-label="Kapitel" className="mt-6 mb-14 flex flex-wrap gap-x-6">
        {chapters.map(([id, title]) => (
          <a key={id} href={`#${id}`} className="link inline-flex min-h-12 items-center">
            {title}
          </a>
        ))}
      </nav>
      <Foundations />
      <Actions />
      <Forms />
      <Containers />
      <Figures />
      <Pickers />
      <QuietStates />
    </Sidebar>
  )
}
