import type { ReactNode } from 'react'
import { href, Link } from 'react-router'
import { formatPeriod } from '~/companies/public'
import { formatPostcode } from '~/postcodes/public'
import { PRODUCT_NAME } from '~/shared/product'
import { Card } from '~/ui/card'
import { Icon, type IconName } from '~/ui/marks/icon'
import { directoryAddress } from '../directory-search'
import type { CompanyProfile } from '../read-company-profile.server'

/** Contact, opening hours and areas, beside the company's services. */
export function CompanyFacts({ profile }: { profile: CompanyProfile }) {
  return (
    <aside aria-label="Om företaget" className="grid gap-5 lg:sticky lg:top-6">
      <Contact {...profile} />
      <Hours {...profile} />
      <Areas {...profile} />
      <SellerFacts {...profile} />
    </aside>
  )
}

function Contact({ company }: Pick<CompanyProfile, 'company'>) {
  return (
    <Card as="section" aria-labelledby="contact">
      <h2 id="contact" className="text-h4">
        Kontakt
      </h2>
      <dl className="mt-4 grid gap-1">
        <Way icon="phone" term="Telefon">
          <a href={`tel:${company.phone}`} className="link inline-flex min-h-12 items-center">
            {company.shownPhone}
          </a>
        </Way>
        <Way icon="mail" term="E-post">
          <a href={`mailto:${company.email}`} className="link inline-flex min-h-12 items-center wrap-anywhere">
            {company.email}
          </a>
        </Way>
        <Way icon="map-pin" term="Adress">
          <address className="py-2.5 not-italic wrap-anywhere">
            {company.address}
            <br />
            {formatPostcode(company.postcode)} {company.area}
          </address>
        </Way>
      </dl>
    </Card>
  )
}

function Way({ icon, term, children }: { icon: IconName; term: string; children: ReactNode }) {
  return (
    <div className="flex gap-3">
      <dt className="flex min-h-12 shrink-0 items-center text-spruce">
        <Icon name={icon} label={term} />
      </dt>
      <dd className="min-w-0">{children}</dd>
    </div>
  )
}

function Hours({ week, openState, closed }: Pick<CompanyProfile, 'week' | 'openState' | 'closed'>) {
  return (
    <Card as="section" aria-labelledby="hours">
      <h2 id="hours" className="text-h4">
        Öppettider
      </h2>
      {openState && <p className="mt-1 text-soft">{openState}</p>}
      {week.length === 0 && <p className="mt-2 text-soft">Inga tider är angivna. Ring och fråga när det passar.</p>}
      <dl className="mt-3 grid">
        {week.map((day) => (
          <div
            key={day.name}
            className={`-mx-3 flex flex-wrap justify-between gap-x-4 rounded-control px-3 py-1.5 ${day.isToday ? 'bg-fern font-semibold' : ''}`}
          >
            <dt className="first-letter:uppercase">
              {day.name}
              {day.isToday && <span className="font-normal text-small"> i dag</span>}
            </dt>
            <dd className="tabular text-right">
              {day.spans.length === 0 ? (
                <span className="text-soft">Stängt</span>
              ) : (
                day.spans.map((span) => <div key={span}>{span}</div>)
              )}
            </dd>
          </div>
        ))}
      </dl>
      {closed.length > 0 && (
        <>
          <h3 className="mt-4 border-line border-t pt-4 text-body font-semibold">Stängt framöver</h3>
          <ul className="mt-1 grid gap-1">
            {closed.map(({ from, to, reason }) => (
              <li key={`${from} ${to} ${reason}`}>
                {formatPeriod(from, to)}
                {reason && <span className="text-soft">, {reason}</span>}
              </li>
            ))}
          </ul>
        </>
      )}
    </Card>
  )
}

/** Required before booking: the contract is with the company, so this says who the seller is. */
function SellerFacts({ company, seller }: Pick<CompanyProfile, 'company' | 'seller'>) {
  return (
    <Card as="section" aria-labelledby="seller">
      <h2 id="seller" className="text-h4">
        Om säljaren
      </h2>
      <p className="mt-2 text-soft">
        Företaget är näringsidkare. Det du bokar köper du av företaget, inte av {PRODUCT_NAME}.
      </p>
      <dl className="mt-4 grid gap-3">
        {[
          ['Namn', seller.name],
          ['Organisationsnummer', seller.orgNumber ?? 'Enskild firma. Numret visas när du är inloggad.'],
          ['Adress', `${company.address}, ${formatPostcode(company.postcode)} ${company.area ?? ''}`],
          ...(seller.orgNumber === null ? [] : [['Momsregistreringsnummer', seller.vatNumber ?? 'Inte angivet']]),
          ['F-skatt', seller.hasFTax ? 'Godkänd, enligt företaget' : 'Inte angivet'],
        ].map(([term, description]) => (
          <div key={term}>
            <dt className="text-small text-soft">{term}</dt>
            <dd className="wrap-anywhere">{description}</dd>
          </div>
        ))}
      </dl>
    </Card>
  )
}

/** The postcode in which the company is listed and can be booked; only residents there can book it. */
function Areas({ company }: Pick<CompanyProfile, 'company'>) {
  return (
    <Card as="section" aria-labelledby="areas">
      <h2 id="areas" className="text-h4">
        Finns för dig i
      </h2>
      <p className="mt-2">
        <Link
          to={`${href('/companies')}${directoryAddress({ postcode: company.postcode })}`}
          className="link inline-flex min-h-12 items-center gap-2"
        >
          {company.area} <span className="tabular">{formatPostcode(company.postcode)}</span>
        </Link>
      </p>
    </Card>
  )
}
