import { href, Link, Outlet, useParams } from 'react-router'
import { pageMeta } from '~/door/page-meta'
import { requireGuard } from '~/guards/public.server'
import { houseContext } from '~/platform/http/contexts.server'
import { readForm } from '~/platform/http/read-form.server'
import { PRODUCT_NAME } from '~/shared/product'
import { Icon } from '~/ui/marks/icon'
import { guardActor } from '../../answer/actors.server'
import { answerTaker, takerForms } from '../../answer/pages/taker-deeds.server'
import { lookAgain, stayWithoutLine } from '../../member/parts/stay-without-line'
import { PartnerBoard } from '../parts/partner-board'
import { readGuardBoard } from '../read-board.server'
import type { Route } from './+types/guard-alarms'

const address = href('/vakt/larm')

export function meta({ matches }: Route.MetaArgs) {
  return pageMeta(matches, {
    title: 'Larm',
    description: 'Larm i ditt område, så fort de kommer.',
    path: address,
    hidden: true,
  })
}

export async function loader({ request, context }: Route.LoaderArgs) {
  const guard = await requireGuard(context, request)
  return readGuardBoard(context.get(houseContext), guard)
}

export const shouldRevalidate = lookAgain

export async function action({ request, context }: Route.ActionArgs) {
  const guard = await requireGuard(context, request)
  const values = await readForm(request, takerForms)
  const alarmId = values.alarm ?? ''
  return answerTaker(context.get(houseContext), guardActor(guard), alarmId, values, `${address}/${alarmId}`)
}

export const clientAction = (sent: Route.ClientActionArgs) => stayWithoutLine(sent)

/** The company's screen for a guard who came by a personal link. */
export default function GuardAlarms({ loaderData, actionData }: Route.ComponentProps) {
  const { id } = useParams()
  return (
    <div className="night night-page min-h-dvh bg-paper">
      <header className="border-line border-b">
        <div className="mx-auto flex max-w-6xl flex-wrap items-center justify-between gap-x-4 px-[min(1rem,5vw)] py-2">
          <p className="font-semibold">
            {PRODUCT_NAME} <span className="font-normal text-soft">väktare</span>
          </p>
          <Link to={href('/vakt')} className="link inline-flex min-h-12 items-center gap-2">
            <Icon name="home" /> Hem
          </Link>
        </div>
      </header>
      <main className="mx-auto max-w-6xl px-[min(1rem,5vw)] py-6">
        <PartnerBoard who="guard" {...loaderData} address={address} currentId={id} answer={actionData}>
          <Outlet />
        </PartnerBoard>
      </main>
    </div>
  )
}
