import { href, Link } from 'react-router'
import { readPhoneProof } from '~/accounts/public.server'
import { readCallStanding } from '~/companies/public.server'
import { orAnswer } from '~/door/answer.server'
import { answerDeed } from '~/door/deed.server'
import { requireRole } from '~/door/guard.server'
import { pageMeta } from '~/door/page-meta'
import { type FormAnswer, IntentForm } from '~/door/parts/intent-form'
import { useLive } from '~/live/public'
import { houseContext, visitorContext } from '~/platform/http/contexts.server'
import { readForm } from '~/platform/http/read-form.server'
import { formatPhone } from '~/shared/phone'
import { formatDay, formatMomentSeen } from '~/shared/time'
import { Dialog, DialogButton } from '~/ui/dialog'
import { TextField } from '~/ui/form/field'
import {
  browserEnds,
  isOnDuty,
  lastTest,
  linkEnds,
  needsTest,
  stateOfLink,
  unusedDays,
  whyNotReached,
} from '../../guard'
import { formatUntil } from '../../guard-words'
import { GuardSection } from '../../parts/guard-section'
import { findOwnGuard } from '../own-guard.server'
import { DutyForm } from '../parts/duty-form'
import { PhoneProof } from '../parts/phone-proof'
import { ReachBadges } from '../parts/reach-badges'
import type { Route } from './+types/edit-guard'
import { deedsAbout } from './guard-deeds.server'

export function meta({ matches, loaderData, params }: Route.MetaArgs) {
  return pageMeta(matches, {
    title: loaderData?.guard.name ?? 'Väktaren',
    description: 'Nummer, tjänst och länk för en väktare.',
    path: href('/dashboard/provider/guards/:id', params),
    hidden: true,
  })
}

export async function loader({ request, params, context }: Route.LoaderArgs) {
  const signedIn = requireRole(context, request, 'company')
  const { db, clock } = context.get(houseContext)
  const now = clock.now()
  const { company, guard } = orAnswer(await findOwnGuard(db, signedIn, params.id))
  const { whyNotCalled } = await readCallStanding(db, company.id, now)
  const proof = await readPhoneProof(db, { kind: 'guard', id: guard.id }, now)
  const shownPhone = formatPhone(guard.phone)
  return { guard, shownPhone, isCalled: whyNotCalled === null, isCodeSent: proof?.phone === guard.phone, now }
}

export async function action({ request, params, context }: Route.ActionArgs) {
  const signedIn = requireRole(context, request, 'company')
  const deeds = deedsAbout(params.id)
  // The id comes from the URL; one in a form field is ignored.
  const values = { ...(await readForm(request, deeds)), id: params.id }
  const asked = { house: context.get(houseContext), visitor: context.get(visitorContext), signedIn, values }
  return answerDeed(deeds, asked)
}

export default function EditGuardPage({ loaderData, actionData }: Route.ComponentProps) {
  useLive('patrols')
  const { guard, shownPhone, isCalled, isCodeSent, now } = loaderData
  const isOn = isOnDuty(guard, now)
  return (
    <>
      <p>
        <Link to={href('/dashboard/provider/guards')} className="link inline-flex min-h-12 items-center">
          Alla väktare
        </Link>
      </p>
      <h1 className="text-h2 wrap-anywhere">{guard.name}</h1>
      <p className="mt-3 flex flex-wrap gap-2">
        <ReachBadges missing={whyNotReached(guard, isCalled, now)} />
      </p>

      <GuardSection
        id="tjanst"
        title="I tjänst"
        lead={
          isOn && guard.onDutyUntil
            ? `I tjänst till ${formatUntil(guard.onDutyUntil, now)}. Larm skickas till telefonen.`
            : 'Den som är i tjänst får larmen. Tjänsten tar alltid slut av sig själv.'
        }
      >
        <DutyForm id={guard.id} name={guard.name} isOn={isOn} />
      </GuardSection>

      <GuardSection id="telefon" title="Telefonen" lead={phoneText(guard, now)}>
        <PhoneProof
          section="telefon"
          answer={actionData}
          isCodeSent={isCodeSent}
          isProven={guard.phoneVerifiedAt !== null}
        />
      </GuardSection>

      <LinkSection guard={guard} now={now} answer={actionData} />

      <GuardSection id="uppgifter" title="Uppgifter" lead="Ett nytt nummer behöver bekräftas igen, och får en ny länk.">
        <IntentForm
          intent="change-guard"
          section="uppgifter"
          answer={actionData}
          submit={{ children: 'Spara', busyText: 'Sparar...' }}
        >
          <TextField name="name" label="Namn" autoComplete="off" defaultValue={guard.name} maxLength={200} required />
          <TextField
            name="phone"
            label="Mobilnummer"
            type="tel"
            autoComplete="off"
            defaultValue={shownPhone}
            required
          />
        </IntentForm>
      </GuardSection>

      <div className="mt-6">
        <DialogButton dialog="ta-bort" variant="quiet" icon="trash">
          Ta bort väktaren
        </DialogButton>
      </div>
      <Dialog id="ta-bort" title="Ta bort väktaren?">
        <p>
          <strong>{guard.name}</strong> får inga larm, länken slutar gälla och numret raderas. Pass som redan har gåtts
          står kvar med namnet.
        </p>
        <IntentForm
          intent="remove-guard"
          section="ta-bort"
          answer={actionData}
          submit={{ children: 'Ta bort', busyText: 'Tar bort...', variant: 'alarm', icon: 'trash' }}
          className="mt-5"
        />
      </Dialog>
    </>
  )
}

type Guard = Route.ComponentProps['loaderData']['guard']

function phoneText(guard: Guard, now: Date): string {
  const tested = lastTest(guard)
  if (tested === null) return 'Numret är inte bekräftat. Innan dess skickas inga larm dit.'
  const words = `Telefonen svarade senast ${formatMomentSeen(tested, now)}.`
  return needsTest(guard, now) ? `${words} Testa den igen, så vet ni att larmen kommer fram.` : words
}

function LinkSection({ guard, now, answer }: { guard: Guard; now: Date; answer: FormAnswer | undefined }) {
  return (
    <GuardSection id="lank" title="Väktarens egen länk" lead={linkText(guard, now)}>
      <div className="flex flex-wrap gap-3">
        <IntentForm
          intent="renew-link"
          section="lank"
          answer={answer}
          submit={{
            children: guard.hasLink ? 'Ny länk' : 'Skicka en länk',
            busyText: 'Skickar...',
            variant: 'secondary',
            icon: 'message',
          }}
        />
        {guard.hasLink && (
          <IntentForm
            intent="revoke-link"
            section="lank"
            answer={answer}
            submit={{ children: 'Spärra länken', busyText: 'Spärrar...', variant: 'quiet', icon: 'lock' }}
          />
        )}
      </div>
    </GuardSection>
  )
}

function linkText(guard: Guard, now: Date): string {
  const { linkMadeAt, linkUsedAt, browserSince: since, browserSeenAt: seenAt } = guard
  const state = stateOfLink(guard, now)
  if (state === 'none' || !linkMadeAt) return 'Väktaren har ingen länk som gäller, och kommer inte åt sin sida.'
  const sent = `Skickad ${formatMomentSeen(linkMadeAt, now)}.`
  if (state === 'in' && since && seenAt) {
    const until = formatDay(browserEnds({ since, seenAt }))
    const waiting = linkUsedAt ? '' : ` ${sent} Den nya är inte öppnad än.`
    return `Öppnad på en telefon ${formatMomentSeen(since, now)}, senast använd ${formatMomentSeen(seenAt, now)}. Gäller till ${until}, och längre om den används, högst ett år.${waiting}`
  }
  if (state === 'sent') return `${sent} Inte öppnad än. Den går att öppna till ${formatDay(linkEnds(linkMadeAt))}.`
  if (!seenAt && linkUsedAt) return 'Ingen telefon är inne. Väktaren kan be om en ny länk, eller så skickar ni en här.'
  const last = seenAt ? ` Senast använd ${formatMomentSeen(seenAt, now)}.` : ''
  return `Länken har slutat gälla: en länk som inte används på ${unusedDays} dagar tar slut.${last} Larm kommer som SMS ändå.`
}
