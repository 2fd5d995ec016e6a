import { href } from 'react-router'
import { answerDeed } from '~/door/deed.server'
import { requireRole } from '~/door/guard.server'
import { pageMeta } from '~/door/page-meta'
import { IntentForm } from '~/door/parts/intent-form'
import { houseContext, visitorContext } from '~/platform/http/contexts.server'
import { readForm } from '~/platform/http/read-form.server'
import { Card } from '~/ui/card'
import { ButtonLink } from '~/ui/form/button'
import { Checkbox } from '~/ui/form/field'
import { membershipDeeds } from '../../membership-deeds.server'
import { readOwnMembership } from '../../read-own-membership.server'
import type { Route } from './+types/leave'

const address = href('/dashboard/customer/membership/leave')
const back = href('/dashboard/customer/membership')

export function meta({ matches }: Route.MetaArgs) {
  return pageMeta(matches, {
    title: 'Säg upp medlemskapet',
    description: 'Vad som händer när du säger upp, och ett kvitto på att du har gjort det.',
    path: address,
    hidden: true,
  })
}

export async function loader({ request, context }: Route.LoaderArgs) {
  const signedIn = requireRole(context, request, 'member')
  return readOwnMembership(context.get(houseContext), signedIn)
}

export async function action({ request, context }: Route.ActionArgs) {
  const signedIn = requireRole(context, request, 'member')
  const values = await readForm(request, ['leave', 'stay'])
  const asked = { house: context.get(houseContext), visitor: context.get(visitorContext), signedIn, values }
  return answerDeed({ leave: membershipDeeds.leave, stay: membershipDeeds.stay }, asked)
}

export default function LeavePage({ loaderData: membership, actionData }: Route.ComponentProps) {
  if (membership.isLeaving || membership.isEnded) return <Left membership={membership} />
  return (
    <div className="max-w-2xl">
      <h1 className="text-h2">Säg upp medlemskapet</h1>
      <Card className="mt-8">
        <h2 className="text-h3">Så blir det</h2>
        <ul className="mt-4 grid list-disc gap-2 pl-5">
          <li>
            {membership.isCovered
              ? `Du är medlem till ${membership.coveredUntil}. Sedan är det slut, utan att du gör något mer.`
              : 'Medlemskapet avslutas genast. En obetald månad stryks, och du är inte skyldig något.'}
          </li>
          <li>{membership.card ? 'Inget mer dras från ditt kort.' : 'Ingen mer betalning begärs.'}</li>
          <li>Rabatter och erbjudanden upphör när medlemskapet gör det.</li>
          <li>Trygghetslarmet fungerar så länge du har ditt konto kvar.</li>
        </ul>
        <IntentForm
          intent="leave"
          section="top"
          answer={actionData}
          className="mt-6 grid gap-5"
          submit={{ children: 'Säg upp medlemskapet', busyText: 'Sparar...', variant: 'alarm' }}
        >
          <Checkbox name="sure" label="Ja, jag vill säga upp mitt medlemskap" />
        </IntentForm>
        <p className="mt-4">
          <ButtonLink to={back} variant="quiet" icon="arrow-left">
            Jag stannar
          </ButtonLink>
        </p>
      </Card>
    </div>
  )
}

/** The confirmation of leaving, which was also sent by mail. */
function Left({ membership }: { membership: Route.ComponentProps['loaderData'] }) {
  return (
    <div className="max-w-2xl">
      <h1 className="text-h2">Kvitto på din uppsägning</h1>
      <Card className="mt-8 grid gap-3">
        {membership.leavingSince && <p>Vi tog emot din uppsägning {membership.leavingSince}.</p>}
        <p>{membership.state.title}.</p>
        <p>{membership.state.text}</p>
        <p className="text-soft">Samma besked har gått till dig med mejl.</p>
      </Card>
      <p className="mt-6">
        <ButtonLink to={back} variant="quiet" icon="arrow-left">
          Ditt medlemskap
        </ButtonLink>
      </p>
    </div>
  )
}
