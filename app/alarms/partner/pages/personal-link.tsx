import { data } from 'react-router'
import { answerTo } from '~/door/answer.server'
import { pageMeta } from '~/door/page-meta'
import { houseContext } from '~/platform/http/contexts.server'
import { readForm } from '~/platform/http/read-form.server'
import { notThere } from '~/shared/outcome'
import { EMERGENCY_NUMBER, PRODUCT_NAME } from '~/shared/product'
import { openLink } from '../../answer/open-link.server'
import { answerTaker, takerForms } from '../../answer/pages/taker-deeds.server'
import { lookAgain, stayWithoutLine } from '../../member/parts/stay-without-line'
import { useFollowing } from '../../member/parts/use-following'
import { LineState } from '../../parts/line-state'
import { PartnerDetail } from '../parts/partner-detail'
import { readLinkedAlarm } from '../read-board.server'
import type { Route } from './+types/personal-link'

/**
 * The address is the secret, so it must not be cached by proxies or indexed. server/headers.ts keeps it out of the
 * Referer sent to other sites.
 */
const secrecy = { 'Cache-Control': 'no-store', 'X-Robots-Tag': 'noindex, nofollow' }
export const headers = () => secrecy

export function meta({ matches }: Route.MetaArgs) {
  return pageMeta(matches, { title: 'Larm', description: 'Ett larm som du kan ta.', path: '/larm', hidden: true })
}

/** A GET changes nothing: a link scanner that opens every link in a message must not take an alarm. */
export async function loader({ context, params }: Route.LoaderArgs) {
  const link = await readLinkedAlarm(context.get(houseContext), params.token)
  if (!link) return data({ alarm: null, now: null, noteKey: '' }, { status: 404, headers: secrecy })
  const { alarm, now, noteKey } = link
  return data({ alarm, now, noteKey }, { headers: secrecy })
}

export const shouldRevalidate = lookAgain

/** Authorises anew who the link is for: the company may have lost its permit while the page was open. */
export async function action({ request, context, params }: Route.ActionArgs) {
  const house = context.get(houseContext)
  const link = await openLink(house, params.token)
  if (!link) throw answerTo(notThere)
  const values = await readForm(request, takerForms)
  return answerTaker(house, link.actor, link.alarm.id, values, `/larm/${params.token}`)
}

export const clientAction = (sent: Route.ClientActionArgs) => stayWithoutLine(sent)

/** An alarm for a recipient of a message: no login, one button. */
export default function PersonalLink({ loaderData: { alarm, now, noteKey }, actionData }: Route.ComponentProps) {
  const hasLine = useFollowing()
  return (
    <div className="night night-page min-h-dvh bg-paper">
      <main className="mx-auto grid max-w-2xl grid-cols-1 gap-5 px-[min(1rem,5vw)] py-6">
        <p className="font-semibold">{PRODUCT_NAME}</p>
        {alarm ? (
          <>
            <LineState hasLine={hasLine} />
            <PartnerDetail
              alarm={alarm}
              now={now}
              back={null}
              noteKey={noteKey}
              answer={actionData}
              tellsSeen={false}
            />
            <p className="text-small text-soft">
              Länken är bara din. Den visar det här larmet så länge det pågår och ett dygn efteråt, så länge ditt
              företag får larm härifrån. Lämna den inte till någon.
            </p>
          </>
        ) : (
          <div className="rounded-card bg-surface p-6">
            <h1 className="text-h2">Länken gäller inte</h1>
            <p className="mt-3">
              Larmet kan vara över, eller så får ditt företag inga larm just nu. Ring {EMERGENCY_NUMBER} om du ser någon
              i fara.
            </p>
          </div>
        )}
      </main>
    </div>
  )
}
