import { href } from 'react-router'
import { answerDeed } from '~/door/deed.server'
import { requireRole } from '~/door/guard.server'
import { pageMeta } from '~/door/page-meta'
import { WithdrawalCard } from '~/door/parts/withdrawal-card'
import { houseContext, visitorContext } from '~/platform/http/contexts.server'
import { readForm } from '~/platform/http/read-form.server'
import { PRODUCT_NAME } from '~/shared/product'
import { Card } from '~/ui/card'
import { ButtonLink } from '~/ui/form/button'
import { membershipDeeds } from '../../membership-deeds.server'
import { readOwnMembership } from '../../read-own-membership.server'
import type { Route } from './+types/withdraw'

const back = href('/dashboard/customer/membership')

export function meta({ matches }: Route.MetaArgs) {
  return pageMeta(matches, {
    title: 'Ångra avtalet',
    description: 'Ångerrätten enligt lagen om distansavtal, i två steg.',
    path: href('/dashboard/customer/membership/withdraw'),
    hidden: true,
  })
}

export async function loader({ request, context }: Route.LoaderArgs) {
  const signedIn = requireRole(context, request, 'member')
  const membership = await readOwnMembership(context.get(houseContext), signedIn)
  return { membership, name: signedIn.person.name, email: signedIn.person.email }
}

export async function action({ request, context }: Route.ActionArgs) {
  const signedIn = requireRole(context, request, 'member')
  const values = await readForm(request, ['withdraw'])
  const asked = { house: context.get(houseContext), visitor: context.get(visitorContext), signedIn, values }
  return answerDeed({ withdraw: membershipDeeds.withdraw }, asked)
}

export default function WithdrawPage({ loaderData, actionData }: Route.ComponentProps) {
  const { membership, name, email } = loaderData
  return (
    <div className="max-w-2xl">
      <h1 className="text-h2">{membership.isEnded ? membership.state.title : 'Ångra avtalet'}</h1>
      {membership.withdrawUntil ? (
        <WithdrawalCard
          to="oss"
          name={name}
          email={email}
          contract={`Medlemskap i ${PRODUCT_NAME}, från ${membership.contractOn}`}
          answer={actionData}
        >
          <p>
            Du har rätt att ångra avtalet om medlemskap till och med {membership.withdrawUntil}, utan att säga varför.
            Medlemskapet avslutas genast. Det du har betalat sedan avtalet slöts får du tillbaka inom 14 dagar
            {membership.paysForDays && ', utom för de dagar som har gått, eftersom du har ångrat avtalet förut'}.
          </p>
        </WithdrawalCard>
      ) : (
        <Card className="mt-8 grid gap-3">
          {membership.isEnded ? (
            <>
              <p>{membership.state.text}</p>
              <p className="text-soft">Bekräftelsen har gått till dig med mejl.</p>
            </>
          ) : (
            <p>Ångerfristen på 14 dagar har gått ut. Du kan säga upp medlemskapet när du vill i stället.</p>
          )}
        </Card>
      )}
      <p className="mt-6">
        <ButtonLink to={back} variant="quiet" icon="arrow-left">
          Ditt medlemskap
        </ButtonLink>
      </p>
    </div>
  )
}
