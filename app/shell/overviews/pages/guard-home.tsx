import { Form, href } from 'react-router'
import { readPhoneProof } from '~/accounts/public.server'
import { pageMeta } from '~/door/page-meta'
import {
  DutyForm,
  formatUntil,
  GuardSection,
  hindrances,
  isOnDuty,
  needsTest,
  PhoneProof,
  PositionSharing,
  RingSection,
  useLookAgain,
  whyNotReached,
} from '~/guards/public'
import {
  answerGuardDeed,
  forgetBrowser,
  forgetSecret,
  mayAskForLink,
  ownDeeds,
  readVisitingGuard,
  requireGuard,
  secretIn,
} from '~/guards/public.server'
import { PushButton } from '~/notifications/public'
import { deleteSubscriptionsOf, readSubscriptionsOf } from '~/notifications/public.server'
import { GuardShiftList } from '~/patrols/public'
import { readGuardShifts } from '~/patrols/public.server'
import { LampScene } from '~/pictures/scenes'
import { houseContext, visitorContext } from '~/platform/http/contexts.server'
import { redirectWithNotice } from '~/platform/http/notice.server'
import { readForm } from '~/platform/http/read-form.server'
import { formatPhone } from '~/shared/phone'
import { Card } from '~/ui/card'
import { EmptyState } from '~/ui/empty-state'
import { Button, ButtonLink } from '~/ui/form/button'
import { Icon } from '~/ui/marks/icon'
import type { Route } from './+types/guard-home'

export function meta({ matches }: Route.MetaArgs) {
  return pageMeta(matches, {
    title: 'Din sida som väktare',
    description: 'Tjänst, pass och larm.',
    path: href('/vakt'),
    hidden: true,
  })
}

export async function loader({ request, context }: Route.LoaderArgs) {
  const guard = await readVisitingGuard(context, request)
  const house = context.get(houseContext)
  // An expired key cannot sign in, but can still request a link to the same number.
  if (!guard) {
    const key = await secretIn(house, request.headers)
    return { guard: null, canAsk: await mayAskForLink(house.db, key) }
  }
  const now = house.clock.now()
  const proof = await readPhoneProof(house.db, { kind: 'guard', id: guard.id }, now)
  return {
    guard,
    shownPhone: guard.phone && formatPhone(guard.phone),
    shifts: await readGuardShifts(house, guard),
    pushKey: house.push.publicKey,
    isSilent: !house.voice.leavesTheHouse,
    pushedTo: (await readSubscriptionsOf(house.db, { kind: 'guard', id: guard.id })).map(({ endpoint }) => endpoint),
    isCodeSent: proof !== undefined && proof.phone === guard.phone,
    now,
  }
}

export async function action({ request, context }: Route.ActionArgs) {
  const guard = await requireGuard(context, request)
  const house = context.get(houseContext)
  const values = await readForm(request, ['forget-phone', ...Object.keys(ownDeeds)])
  if (values.intent === 'forget-phone') {
    await deleteSubscriptionsOf(house.db, { kind: 'guard', id: guard.id })
    await forgetBrowser(house.db, guard.id)
    const notice = {
      tone: 'normal',
      title: 'Telefonen är glömd',
      message: 'Öppna länken i ditt SMS när du vill in igen, och be om en ny.',
    } as const
    return redirectWithNotice(href('/vakt'), notice, [await forgetSecret()])
  }
  return answerGuardDeed(house, guard, values, context.get(visitorContext))
}

export default function GuardHomePage({ loaderData, actionData }: Route.ComponentProps) {
  useLookAgain()
  if (!loaderData.guard) return <NoLink canAsk={loaderData.canAsk} />
  const { guard, shownPhone, shifts, isCodeSent, isSilent, pushKey, pushedTo, now } = loaderData
  const missing = whyNotReached(guard, guard.isCalled, now)
  const isOn = isOnDuty(guard, now)
  const isReached = missing.length === 0
  return (
    <>
      <h1 className="text-h2">Hej {guard.name.split(' ')[0]}</h1>
      <p className="mt-1 text-soft">{guard.companyName}</p>

      <Card tone={isReached ? 'band' : 'surface'} as="section" aria-labelledby="reach" className="mt-6 grid gap-5">
        <div className="flex items-start gap-4">
          <Icon
            name={isReached ? 'check' : 'bell'}
            className={`mt-1 size-8 shrink-0 ${isReached ? 'text-lamp' : 'text-soft'}`}
          />
          <div className="min-w-0">
            <h2 id="reach" className="text-h3">
              {isReached ? 'Du nås av larm' : 'Du nås inte av larm'}
            </h2>
            {isReached ? (
              <p className="mt-1">
                I tjänst till {guard.onDutyUntil && formatUntil(guard.onDutyUntil, now)}, på{' '}
                <span className="inline-block">{shownPhone}.</span>
              </p>
            ) : (
              <ul className="mt-1 grid gap-1">
                {missing.map((one) => (
                  <li key={one}>{hindrances[one].toGuard}.</li>
                ))}
              </ul>
            )}
          </div>
        </div>
        <div>
          {!isOn && <p className="mb-3 font-semibold">Gå i tjänst i</p>}
          <DutyForm isOn={isOn} />
        </div>
      </Card>

      <p className="mt-5">
        <ButtonLink to="/vakt/larm" variant="secondary" size="large" icon="alarm" className="w-full">
          Öppna larmen
        </ButtonLink>
      </p>

      <section aria-labelledby="shifts" className="mt-10">
        <h2 id="shifts" className="text-h3">
          Pass
        </h2>
        <GuardShiftList shifts={shifts} now={now} />
      </section>

      {(guard.phoneVerifiedAt === null || needsTest(guard, now) || isCodeSent) && (
        <GuardSection
          id="telefon"
          title={guard.phoneVerifiedAt === null ? 'Bekräfta ditt nummer' : 'Testa telefonen'}
          lead={
            guard.phoneVerifiedAt === null
              ? 'Innan dess skickas inga larm till dig.'
              : 'Den har inte svarat på en månad. Ta emot en kod, så vet vi att larmen kommer fram.'
          }
        >
          <PhoneProof
            section="telefon"
            answer={actionData ?? undefined}
            isCodeSent={isCodeSent}
            isProven={guard.phoneVerifiedAt !== null}
          />
        </GuardSection>
      )}
      <GuardSection
        id="push"
        title="Push på den här telefonen"
        lead="Ett larm syns på skärmen även när sidan är stängd. SMS kommer alltid ändå."
      >
        <PushButton pushKey={pushKey} known={pushedTo} answer={actionData ?? undefined} />
      </GuardSection>
      <RingSection rings={guard.rings} answer={actionData ?? undefined} isSilent={isSilent} />
      {isOn && <PositionSharing isShared={guard.isPositionShared} />}

      <Form method="post" className="mt-12">
        <Button name="intent" value="forget-phone" variant="quiet" icon="logout">
          Glöm den här telefonen
        </Button>
      </Form>
    </>
  )
}

function NoLink({ canAsk }: { canAsk: boolean }) {
  return (
    <>
      <h1 className="mb-6 text-h2">För väktare</h1>
      <EmptyState picture={<LampScene />} title="Öppna länken i ditt SMS">
        Din sida öppnas med en egen länk som ditt företag skickar. Länken stannar i den telefon som öppnar den, och tar
        slut när den inte har använts på en månad. Gäller den inte längre, be om en ny.
      </EmptyState>
      {canAsk && (
        <Form method="post" action={href('/vakt/in')} className="mt-6">
          <Button type="submit" name="intent" value="new-link" variant="secondary" icon="message">
            Skicka en ny länk till mitt nummer
          </Button>
        </Form>
      )}
    </>
  )
}
