import { href, Link } from 'react-router'
import { requireRole } from '~/door/guard.server'
import { pageMeta } from '~/door/page-meta'
import { houseContext } from '~/platform/http/contexts.server'
import { RECRUITED_POINTS } from '~/points/public'
import { Card } from '~/ui/card'
import { EmptyState } from '~/ui/empty-state'
import { ButtonLink } from '~/ui/form/button'
import { StatCard } from '~/ui/stat-card'
import { RecruitedList } from '../parts/recruited-list'
import { TipCard } from '../parts/tip-card'
import { readAmbassador } from '../read-ambassador.server'
import { stepps } from '../stepps'
import type { Route } from './+types/ambassador'

export function meta({ matches }: Route.MetaArgs) {
  return pageMeta(matches, {
    title: 'Ambassadör',
    description: 'Dina tips, och månaderna de har gett.',
    path: href('/dashboard/customer/ambassador'),
    hidden: true,
  })
}

export async function loader({ request, context }: Route.LoaderArgs) {
  const signedIn = requireRole(context, request, 'member')
  return readAmbassador(context.get(houseContext), signedIn)
}

export default function AmbassadorPage({ loaderData }: Route.ComponentProps) {
  const { tip, isProven, freeUntil, months, recruited } = loaderData
  return (
    <>
      <h1 className="text-h2">Ambassadör</h1>
      <p className="prose-width mt-2 text-lead text-soft">
        Tipsa ett företag du tycker om. När det går med på Bas, 295&nbsp;kr i månaden exkl. moms, får du 12 månaders
        fritt medlemskap och {RECRUITED_POINTS} Kvarterspoäng.
      </p>
      {tip && !isProven && <NotProven phone={tip.phone} />}
      {tip ? <TipCard tip={tip} /> : <NoNumber />}
      <ul className="mt-8 grid gap-5 sm:grid-cols-2">
        <li>
          <StatCard icon="coin" label="Fria månader från tips" value={months} note="12 för varje företag" />
        </li>
        <li>
          <StatCard
            icon="calendar"
            label="Fritt till"
            value={<span className="text-h3">{freeUntil ?? '–'}</span>}
            note={freeUntil ? 'Provperiod, tips och annat tillsammans' : 'Ditt första tips lägger till ett år'}
          />
        </li>
      </ul>

      <h2 className="mt-12 mb-5 text-h3">Företag du har tipsat</h2>
      <RecruitedList recruited={recruited} />

      <section aria-labelledby="stepps" className="mt-12">
        <h2 id="stepps" className="text-h3">
          STEPPS: så sprids ett bra tips
        </h2>
        <p className="prose-width mt-2 text-soft">
          Sex saker som får folk att prata vidare. Välj en eller två när du tipsar.
        </p>
        <ol className="mt-5 grid gap-x-8 gap-y-5 sm:grid-cols-2">
          {stepps.map(({ letter, title, text }) => (
            <li key={title} className="flex gap-4">
              <span aria-hidden="true" className="w-[1ch] shrink-0 text-h2 font-semibold text-lamp-ink leading-none">
                {letter}
              </span>
              <div className="min-w-0">
                <h3 className="text-h4">{title}</h3>
                <p className="mt-0.5 text-soft">{text}</p>
              </div>
            </li>
          ))}
        </ol>
        <p className="mt-5">
          <Link to={`${href('/')}#stepps`}>Mer om STEPPS på startsidan</Link>
        </p>
      </section>
    </>
  )
}

/** Rewards need a proven number, since anybody can enter a neighbour's. */
function NotProven({ phone }: { phone: string }) {
  return (
    <Card as="section" tone="mist" aria-labelledby="bekrafta" className="mt-8 grid justify-items-start gap-3">
      <h2 id="bekrafta" className="text-h4">
        Bekräfta ditt nummer
      </h2>
      <p className="prose-width">
        Månader och poäng går till den som har bekräftat att <span className="inline-block">{phone}</span> är sitt. Tips
        som redan har kommit väntar på dig, och läggs till så fort du har bekräftat det med en kod i ett SMS.
      </p>
      <ButtonLink to={`${href('/dashboard/account')}#mobilnummer`} variant="secondary" icon="phone">
        Bekräfta numret
      </ButtonLink>
    </Card>
  )
}

/** The link contains the number, so without a number there is nothing to share. */
function NoNumber() {
  return (
    <div className="mt-8">
      <EmptyState
        title="Fyll i ditt mobilnummer"
        action={<ButtonLink to={href('/dashboard/account')}>Till min profil</ButtonLink>}
      >
        Det är på numret vi ser att tipset är ditt. Sedan får du en egen länk och en QR-kod att dela.
      </EmptyState>
    </div>
  )
}
