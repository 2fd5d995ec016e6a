import { Card } from '~/ui/card'
import { ButtonLink } from '~/ui/form/button'
import { applyAt } from '../../joining/where-next'

type Plan = 'sponsor' | 'season'

const words = {
  sponsor: {
    title: <>Nästa steg: välj er månad som huvud&shy;sponsor</>,
    text: 'Ni är anslutna med Bas. Huvudsponsor blir ni den månad som ni väljer, när den är betald.',
    button: 'Välj månad',
  },
  season: {
    title: <>Nästa steg: välj era månader som säsongs&shy;partner</>,
    text: 'Ni är anslutna med Bas. Säsongspartner blir ni de månader som ni väljer, när de är betalda.',
    button: 'Välj månader',
  },
} as const

/** Leads a company that signed up for a package to its months: until they are applied for it has the base package. */
export function ChosenPackage({ plan }: { plan: Plan }) {
  const { title, text, button } = words[plan]
  return (
    <Card as="section" aria-labelledby="valt-paket" className="mt-5 grid max-w-3xl justify-items-start gap-3">
      <h2 id="valt-paket" className="text-h3">
        {title}
      </h2>
      <p>{text}</p>
      <ButtonLink to={applyAt[plan]}>{button}</ButtonLink>
    </Card>
  )
}
