import { href, Link, redirect } from 'react-router'
import { HiddenNote } from '~/companies/public'
import { orAnswer } from '~/door/answer.server'
import { answerRefused } from '~/door/deed.server'
import { requireRole } from '~/door/guard.server'
import { pageMeta } from '~/door/page-meta'
import { useLive } from '~/live/public'
import { MoneySection } from '~/payments/public'
import { openCardPortal, readCompanyMoney, subscribeByCard } from '~/payments/public.server'
import { houseContext } from '~/platform/http/contexts.server'
import { readForm } from '~/platform/http/read-form.server'
import { Card, CardLink } from '~/ui/card'
import { EmptyState } from '~/ui/empty-state'
import { ButtonLink } from '~/ui/form/button'
import { BookedMonths } from '../parts/booked-months'
import { PackageSummary } from '../parts/package-summary'
import { readPackage } from '../read-slots.server'
import { keptUnpaidDays } from '../slot'
import type { Route } from './+types/package'

export function meta({ matches }: Route.MetaArgs) {
  return pageMeta(matches, {
    title: 'Paket',
    description: 'Ert paket, era månader och vad som är betalt.',
    path: href('/dashboard/provider/package'),
    hidden: true,
  })
}

export async function loader({ request, context }: Route.LoaderArgs) {
  const signedIn = requireRole(context, request, 'company')
  const house = context.get(houseContext)
  const listed = await readPackage(house, signedIn)
  return { listed, money: listed && (await readCompanyMoney(house, signedIn)) }
}

/** Both actions redirect to the card provider. */
export async function action({ request, context }: Route.ActionArgs) {
  const signedIn = requireRole(context, request, 'company')
  const values = await readForm(request, ['subscribe-by-card', 'change-card'])
  const open = values.intent === 'change-card' ? openCardPortal : subscribeByCard
  const opened = orAnswer(await open(context.get(houseContext), signedIn, values))
  return opened.ok ? redirect(opened.value.url, 303) : answerRefused(values, opened)
}

export default function PackagePage({ loaderData, actionData }: Route.ComponentProps) {
  useLive('payments')
  const { listed, money } = loaderData
  if (!listed) {
    return (
      <EmptyState
        title="Inget företag än"
        action={<ButtonLink to={href('/dashboard/account')}>Till mitt konto</ButtonLink>}
      >
        Det finns inget företag på det här kontot.
      </EmptyState>
    )
  }
  return (
    <>
      <h1 className="text-h2">Paket</h1>
      {listed.isHidden && <HiddenPackage />}
      <div className="mt-8">
        <PackageSummary listed={listed} />
      </div>

      {money && (
        <div className="mt-6">
          <MoneySection money={money} answer={actionData} />
        </div>
      )}

      <Card as="section" aria-labelledby="manader" className="mt-6">
        <h2 id="manader" className="text-h3">
          Era månader
        </h2>
        {listed.live.length > 0 ? (
          <div className="mt-4">
            <BookedMonths caption="Månader ni har bokat" slots={listed.live} />
            {listed.unpaid.count > 0 ? (
              <p className="mt-4 text-soft">
                En månad som inte är betald {keptUnpaidDays} dagar efter sista betalningsdagen släpps, så att andra kan
                boka den. Vill ni släppa en tidigare?{' '}
                <Link to={`${href('/')}#contact`} className="link">
                  Skriv till oss
                </Link>
                .
              </p>
            ) : null}
          </div>
        ) : (
          <p className="mt-3 text-soft">Ni har ingen bokad månad.</p>
        )}
      </Card>

      {!listed.isHidden && <SeenMore />}

      {listed.past.length > 0 && (
        <Card as="section" aria-labelledby="tidigare" className="mt-12">
          <h2 id="tidigare" className="text-h3">
            Tidigare månader
          </h2>
          <div className="mt-4">
            <BookedMonths caption="Månader som har passerat eller släppts" slots={listed.past} />
          </div>
        </Card>
      )}
    </>
  )
}

/** What a hidden company pays, and what it gets for it meanwhile. */
function HiddenPackage() {
  return (
    <HiddenNote>
      <p className="mt-1">
        Så länge ni är dolda ser ingen er sida, era märken eller era kampanjer, och ingen ny bokning kan göras hos er.
        Paketet betalas ändå som vanligt: Bas varje månad, och de månader ni har bokat löper på, med sina rondstopp.
        Fler månader kan ni boka när ni visas igen.
      </p>
      <p className="mt-2">
        <Link to={href('/dashboard/provider/company')} className="link">
          Läs varför, och rätta det som behövs
        </Link>
        . Vill ni hellre släppa en månad?{' '}
        <Link to={`${href('/')}#contact`} className="link">
          Skriv till oss
        </Link>
        .
      </p>
    </HiddenNote>
  )
}

function SeenMore() {
  return (
    <>
      <h2 className="mt-12 text-h3">Synas mer</h2>
      <ul className="mt-5 grid grid-cols-1 gap-5 xl:grid-cols-2">
        <li className="grid grid-cols-1">
          <CardLink to={href('/sponsor/apply')} icon="lamp" title="Bli huvud&shy;sponsor">
            Extra rondstopp hos er och bland de första i katalogen. Ett företag per månad.
          </CardLink>
        </li>
        <li className="grid grid-cols-1">
          <CardLink to={href('/season/apply')} icon="leaf" title="Bli säsongs&shy;partner">
            En egen kampanj när det är er säsong, en till tre månader.
          </CardLink>
        </li>
      </ul>
    </>
  )
}
