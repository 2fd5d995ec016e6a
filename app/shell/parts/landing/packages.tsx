import { type Package, packages } from '~/companies/public'
import { formatOre } from '~/shared/money'
import { Badge } from '~/ui/badge'
import { ButtonLink } from '~/ui/form/button'
import { Icon } from '~/ui/marks/icon'

export function Packages() {
  return (
    <section id="business" aria-labelledby="business-title" className="section bg-mist">
      <div className="page">
        <h2 id="business-title" className="text-h1">
          För företag i kvarteret
        </h2>
        <p className="mt-5 max-w-[50ch] text-lead text-soft">
          Bli någon som grannarna känner igen. Alla priser är exklusive moms.
        </p>
        <ul className="mt-12 grid gap-8 lg:grid-cols-3 lg:gap-5">
          {packages.map((offer) => (
            <PackageCard key={offer.plan} offer={offer} />
          ))}
        </ul>
        <p className="mt-6 text-small text-soft lg:mt-9">
          På varje genomförd bokning tillkommer 5 % i avgift på ordinarie pris.
        </p>
        <aside className="mt-10 grid items-center gap-x-10 gap-y-5 rounded-card bg-lamp p-6 text-on-lamp sm:p-8 lg:grid-cols-[auto_1fr_auto]">
          <p className="font-semibold text-h1">12 månader gratis</p>
          <div className="max-w-[48ch]">
            <h3 className="text-h4">Vet du ett bra företag?</h3>
            <p className="mt-1">
              Tipsa det om Bas. När företaget går med får du ett års medlemskap, och då är du ambassadör.
            </p>
          </div>
          <ButtonLink to="/signup?role=member" variant="secondary" className="justify-self-start">
            Bli ambassadör
          </ButtonLink>
        </aside>
      </div>
    </section>
  )
}

function PackageCard({ offer }: { offer: Package }) {
  const popular = offer.mostPopular
  return (
    <li
      className={`relative flex flex-col rounded-card p-6 sm:p-8 ${popular ? 'band lg:-my-4 lg:py-12' : 'bg-surface shadow-card'}`}
    >
      {popular && (
        <span className="absolute -top-4 left-6 sm:left-8">
          <Badge tone="lamp" icon="star">
            Populärast
          </Badge>
        </span>
      )}
      <h3>{offer.name}</h3>
      <p className="mt-4 flex flex-wrap items-baseline gap-x-2">
        <span className="font-semibold text-h1">{formatOre(offer.priceOre)}</span>
        <span className="text-soft">{offer.per}</span>
      </p>
      <p className="mt-3">{offer.description}</p>
      <ul className="mt-6 mb-8 grid gap-2.5">
        {offer.features.map((feature) => (
          <li key={feature} className="flex gap-3">
            <Icon name="check" className="mt-[0.2em] text-spruce" />
            <span className="min-w-0">{feature}</span>
          </li>
        ))}
      </ul>
      <ButtonLink
        to={`/signup?role=company&plan=${offer.plan}`}
        variant={popular ? 'primary' : 'secondary'}
        className="mt-auto"
      >
        {offer.action}
      </ButtonLink>
    </li>
  )
}
