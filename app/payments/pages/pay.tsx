import { href, redirect } from 'react-router'
import { orAnswer } from '~/door/answer.server'
import { answerRefused } from '~/door/deed.server'
import { requireSignedIn } from '~/door/guard.server'
import { pageMeta } from '~/door/page-meta'
import { useLive } from '~/live/public'
import { houseContext } from '~/platform/http/contexts.server'
import { readForm } from '~/platform/http/read-form.server'
import { Badge } from '~/ui/badge'
import { Card } from '~/ui/card'
import { ButtonLink } from '~/ui/form/button'
import { payChargeByCard } from '../card/pay-by-card.server'
import type { ChargeStatus } from '../charge'
import { CardAwaited, useIsCardAwaited } from '../parts/card-awaited'
import { ChargeSums } from '../parts/charge-sums'
import { SwishSection } from '../parts/swish-section'
import { useLostFocus } from '../parts/use-lost-focus'
import { readChargeToPay } from '../read-charge.server'
import { answerInPhonesPlace, payChargeBySwish } from '../swish/pay-by-swish.server'
import type { Route } from './+types/pay'

const titles = { open: 'Betala', paid: 'Betalt', struck: 'Struken begäran' } as const satisfies Record<
  ChargeStatus,
  string
>

export function meta({ matches, loaderData, params }: Route.MetaArgs) {
  return pageMeta(matches, {
    title: titles[loaderData?.status ?? 'open'],
    description: 'Vad som ska betalas, och hur.',
    path: href('/dashboard/pay/:id', params),
    hidden: true,
  })
}

export async function loader({ request, context, params }: Route.LoaderArgs) {
  const signedIn = requireSignedIn(context, request)
  return orAnswer(await readChargeToPay(context.get(houseContext), signedIn, params.id))
}

export async function action({ request, context, params }: Route.ActionArgs) {
  const signedIn = requireSignedIn(context, request)
  const house = context.get(houseContext)
  const values = await readForm(request, ['pay-by-card', 'swish-here', 'swish-by-number', 'answer-for-phone'])
  if (values.intent === 'pay-by-card') {
    const opened = orAnswer(await payChargeByCard(house, signedIn, params.id, values))
    return opened.ok ? redirect(opened.value.url, 303) : answerRefused(values, opened)
  }
  const does = values.intent === 'answer-for-phone' ? answerInPhonesPlace : payChargeBySwish
  const done = orAnswer(await does(house, signedIn, params.id, values))
  return done.ok ? redirect(`${href('/dashboard/pay/:id', params)}#swish`, 303) : answerRefused(values, done)
}

export default function PayPage({ loaderData: charge, actionData }: Route.ComponentProps) {
  useLive('payments')
  const { heading, watched } = useLostFocus(charge.status)
  const isCardAwaited = useIsCardAwaited(charge.status !== 'open')
  return (
    <>
      <h1 ref={heading} tabIndex={-1} className="text-h2">
        {charge.status === 'open' ? `${titles.open} ${nameOf(charge)}` : titles[charge.status]}
      </h1>
      {/* A live region, since the one about Swish goes away when the payment comes. */}
      <p className="mt-2 text-lead text-soft" role="status">
        {leadOf(charge)}
      </p>
      {isCardAwaited && <CardAwaited what="från kortbetalningen, så betala inte igen" className="mt-5" />}
      <div {...watched} className="mt-8 grid gap-6 xl:grid-cols-[2fr_3fr]">
        <Card as="section" aria-labelledby="summa" className="self-start">
          <div className="flex flex-wrap items-center justify-between gap-3">
            <h2 id="summa" className="text-h3">
              {charge.gross}
            </h2>
            {charge.status === 'paid' && (
              <Badge tone="spruce" icon="check">
                Betald
              </Badge>
            )}
          </div>
          <ChargeSums charge={charge} />
          {charge.feeOf && (
            <p className="mt-4">
              <a href={href('/dashboard/provider/earnings/:month/pdf', { month: charge.feeOf })} className="link">
                Bokningarna som det gäller (PDF)
              </a>
            </p>
          )}
        </Card>
        {charge.status === 'open' && <SwishSection charge={charge} answer={actionData} isCardAwaited={isCardAwaited} />}
        {charge.paid && (
          <Card className="grid content-start justify-items-start gap-4">
            <h2 className="text-h3">Tack</h2>
            <p>
              Betalningen kom {charge.paid.on} med {charge.paid.method}.
            </p>
            <ButtonLink to={href('/dashboard/receipts/:number', { number: String(charge.paid.receipt) })} icon="list">
              Visa kvitto {charge.paid.receipt}
            </ButtonLink>
          </Card>
        )}
      </div>
      <p className="mt-8">
        <ButtonLink to={backOf(charge).to} variant="quiet" icon="arrow-left">
          {backOf(charge).label}
        </ButtonLink>
      </p>
    </>
  )
}

type Charge = Route.ComponentProps['loaderData']

function nameOf({ isMembership, feeOf, title }: Charge): string {
  if (isMembership) return 'medlemskapet'
  return feeOf ? 'avgiften för bokningar' : title
}

function backOf({ isMembership, feeOf }: Charge) {
  if (isMembership) return { to: href('/dashboard/customer/membership'), label: 'Ditt medlemskap' }
  if (feeOf) return { to: `${href('/dashboard/provider/earnings')}?manad=${feeOf}`, label: 'Intäkter' }
  return { to: href('/dashboard/provider/package'), label: 'Ert paket' }
}

function leadOf({ status, dueWords, struckBecause, isMembership }: Charge): string {
  if (status === 'paid') return 'Allt är klart. Kvittot finns kvar här och bland kvittona.'
  if (status === 'struck') return `Den här begäran är struken: ${struckBecause?.toLowerCase()}. Den ska inte betalas.`
  return isMembership ? `${dueWords} Priset är inklusive moms.` : dueWords
}
