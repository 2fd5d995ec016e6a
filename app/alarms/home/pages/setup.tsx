import { href, Link } from 'react-router'
import { AccountSection, PhoneSection } from '~/accounts/public'
import { answerDeed } from '~/door/deed.server'
import { requireRole } from '~/door/guard.server'
import { pageMeta } from '~/door/page-meta'
import { houseContext, visitorContext } from '~/platform/http/contexts.server'
import { readForm } from '~/platform/http/read-form.server'
import { Icon } from '~/ui/marks/icon'
import { HomeSection } from '../parts/home-section'
import { PositionSection } from '../parts/position-section'
import { ReadyList } from '../parts/ready-list'
import { TestSection } from '../parts/test-section'
import { readSetup } from '../read-setup.server'
import { setupDeeds } from '../setup-deeds.server'
import type { Route } from './+types/setup'

export const handle = { night: true }

export function meta({ matches }: Route.MetaArgs) {
  return pageMeta(matches, {
    title: 'Gör larmet redo',
    description: 'Mobilnummer, hem, plats och ett test, en gång för alla.',
    path: href('/dashboard/customer/safety/setup'),
    hidden: true,
  })
}

export async function loader({ request, context }: Route.LoaderArgs) {
  return readSetup(context.get(houseContext), requireRole(context, request, 'member'))
}

export async function action({ request, context }: Route.ActionArgs) {
  const signedIn = requireRole(context, request, 'member')
  const values = await readForm(request, setupDeeds)
  return answerDeed(setupDeeds, {
    house: context.get(houseContext),
    visitor: context.get(visitorContext),
    signedIn,
    values,
  })
}

export default function SetupPage({ loaderData, actionData: answer }: Route.ComponentProps) {
  const { missing, phone, phoneIsProven, codeSent, home, homeIsElsewhere, postcode, sharesPosition } = loaderData
  const { testedAt, unheard, now, testKey } = loaderData
  return (
    <div className="mx-auto max-w-2xl">
      <Link to={href('/dashboard/customer/safety')} className="link inline-flex min-h-12 items-center gap-2">
        <Icon name="arrow-left" /> Trygghetslarm
      </Link>
      <h1 className="mt-2 text-h2">Gör larmet redo</h1>
      <p className="mt-2 mb-5 text-soft">Det tar ungefär två minuter, och görs en gång.</p>
      <ReadyList missing={missing} />
      <div id="phone" className="scroll-mt-6">
        {phone ? (
          <PhoneSection phone={phone} verified={phoneIsProven} codeSent={codeSent} answer={answer} />
        ) : (
          <AccountSection id="mobilnummer" title="Ditt nummer för SMS">
            <p>
              Du har inget mobilnummer här. <Link to={href('/dashboard/account')}>Fyll i det</Link>, så skickar vi en
              kod.
            </p>
          </AccountSection>
        )}
      </div>
      <HomeSection home={home} isElsewhere={homeIsElsewhere} postcode={postcode} answer={answer} />
      <PositionSection sharesPosition={sharesPosition} answer={answer} />
      <TestSection testedAt={testedAt} unheard={unheard} now={now} testKey={testKey} answer={answer} />
    </div>
  )
}
