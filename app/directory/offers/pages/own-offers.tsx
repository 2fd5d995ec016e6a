import { randomUUID } from 'node:crypto'
import { href } from 'react-router'
import { HiddenNote, PortalSection } from '~/companies/public'
import { localTime, readOwnOffers, requireOwnCompany } from '~/companies/public.server'
import { answerDeed, type Deed } from '~/door/deed.server'
import { requireRole } from '~/door/guard.server'
import { pageMeta } from '~/door/page-meta'
import { IntentForm } from '~/door/parts/intent-form'
import { houseContext, visitorContext } from '~/platform/http/contexts.server'
import { readForm } from '~/platform/http/read-form.server'
import { isPaidOffer } from '~/sponsorship/public.server'
import { TextArea, TextField } from '~/ui/form/field'
import { offerState } from '../offer-form'
import { OwnOfferList } from '../parts/own-offer-list'
import { createOffer, stopOffer } from '../schedule-offers.server'
import type { Route } from './+types/own-offers'

const address = href('/dashboard/provider/offers')

export function meta({ matches }: Route.MetaArgs) {
  return pageMeta(matches, {
    title: 'Erbjudanden',
    description: 'Det ni erbjuder för en tid.',
    path: address,
    hidden: true,
  })
}

export async function loader({ request, context }: Route.LoaderArgs) {
  const signedIn = requireRole(context, request, 'company')
  const { db, clock } = context.get(houseContext)
  const company = await requireOwnCompany(db, signedIn)
  const today = localTime(clock.now()).day
  const offers = await readOwnOffers(db, company.id, isPaidOffer)
  return {
    id: randomUUID() as string,
    isHidden: company.review_state === 'hidden',
    today,
    offers: offers.map((offer) => ({ ...offer, state: offerState(offer, today) })),
  }
}

const deeds: Record<string, Deed> = {
  'create-offer': {
    does: ({ house, signedIn, values }) => createOffer(house, signedIn, values),
    says: { title: 'Erbjudandet är sparat', message: 'Det syns på er sida de dagar det gäller.' },
    to: address,
  },
  'end-offer': {
    does: ({ house, signedIn, values }) => stopOffer(house, signedIn, values),
    says: { title: 'Erbjudandet är avslutat' },
    to: address,
  },
}

export async function action({ request, context }: Route.ActionArgs) {
  const signedIn = requireRole(context, request, 'company')
  const values = await readForm(request, deeds)
  const asked = { house: context.get(houseContext), visitor: context.get(visitorContext), signedIn, values }
  return answerDeed(deeds, asked)
}

export default function OwnOffersPage({
  loaderData: { id, isHidden, today, offers },
  actionData,
}: Route.ComponentProps) {
  const sent = actionData?.intent === 'create-offer' ? actionData.values.id : undefined
  return (
    <>
      <h1 className="text-h2">Erbjudanden</h1>
      {isHidden && (
        <HiddenNote>
          <p className="mt-1">
            Ingen ser era erbjudanden så länge. De som fortfarande gäller syns igen när företaget gör det.
          </p>
        </HiddenNote>
      )}
      <OwnOfferList offers={offers} />
      <PortalSection
        id="nytt"
        title="Nytt erbjudande"
        lead="Det visas överst på er sida, från den första dagen till och med den sista."
      >
        <IntentForm
          // Remounts the form, and so clears its fields, when an offer was saved and the list grew.
          key={offers.length}
          intent="create-offer"
          section="nytt"
          answer={actionData}
          hidden={{ id: sent ?? id }}
          submit={{ children: 'Spara erbjudandet', busyText: 'Sparar...' }}
        >
          <TextField
            name="title"
            label="Rubrik"
            hint="Till exempel: Fönsterputs till halva priset"
            maxLength={120}
            required
          />
          <TextArea
            name="description"
            label="Beskrivning"
            hint="Vad som gäller, och hur man får det."
            optional
            rows={3}
          />
          <div className="grid gap-6 sm:grid-cols-2">
            <TextField name="from" label="Från och med" type="date" min={today} defaultValue={today} required />
            <TextField name="to" label="Till och med" type="date" min={today} required />
          </div>
        </IntentForm>
      </PortalSection>
    </>
  )
}
