import { href } from 'react-router'
import { AccountSection, AccountTabs, FreshLogin, isFresh, OwnProof } from '~/accounts/public'
import { confirmLogin, readProofs } from '~/accounts/public.server'
import { answerDeed, type Deed } from '~/door/deed.server'
import { requireSignedIn } from '~/door/guard.server'
import { pageMeta } from '~/door/page-meta'
import { IntentForm } from '~/door/parts/intent-form'
import { houseContext, visitorContext } from '~/platform/http/contexts.server'
import { readForm } from '~/platform/http/read-form.server'
import { buttonClass } from '~/ui/form/button'
import { Icon } from '~/ui/marks/icon'
import { deleteAccount } from '../delete-account.server'
import { DeletionSection } from '../parts/deletion-section'
import { readWhatEnds } from '../read-what-ends.server'
import type { Route } from './+types/account-data'

export function meta({ matches }: Route.MetaArgs) {
  return pageMeta(matches, {
    title: 'Dina uppgifter',
    description: 'Hämta allt vi har sparat om dig, eller ta bort ditt konto.',
    path: href('/dashboard/account/data'),
    hidden: true,
  })
}

export async function loader({ request, context }: Route.LoaderArgs) {
  const signedIn = requireSignedIn(context, request)
  const house = context.get(houseContext)
  const { db, clock } = house
  return {
    role: signedIn.person.role,
    isFresh: isFresh(signedIn, clock.now()),
    proofs: await readProofs(db, signedIn.person.id),
    ends: await readWhatEnds(house, signedIn),
  }
}

export async function action({ request, context }: Route.ActionArgs) {
  const signedIn = requireSignedIn(context, request)
  const values = await readForm(request, deeds)
  return answerDeed(deeds, {
    house: context.get(houseContext),
    visitor: context.get(visitorContext),
    signedIn,
    values,
  })
}

const deeds: Record<string, Deed> = {
  'confirm-login': {
    does: confirmLogin,
    says: { title: 'Nu kan du hämta filen' },
    to: href('/dashboard/account/data'),
    section: 'hamta',
  },
  'delete-account': {
    does: ({ house, visitor, signedIn, values }) => deleteAccount(house, visitor, signedIn, values),
    says: { title: 'Ditt konto är borttaget', message: 'Tack för tiden tillsammans.' },
    to: href('/'),
    leaves: true,
  },
}

export default function AccountDataPage({ loaderData, actionData }: Route.ComponentProps) {
  return (
    <>
      <AccountTabs current="Uppgifter" />
      <AccountSection id="hamta" title="Hämta dina uppgifter">
        <p>
          Allt vi har sparat om dig, i en fil: din profil, dina inloggningar, mejlen vi har skickat och annat som hör
          till dig. Den går att öppna i vilken texteditor som helst.
        </p>
        {loaderData.isFresh ? (
          <div>
            <a href={href('/dashboard/account/export')} className={buttonClass({ variant: 'secondary' })}>
              <Icon name="download" />
              Hämta filen
            </a>
          </div>
        ) : (
          <IntentForm
            intent="confirm-login"
            section="hamta"
            answer={actionData}
            submit={{ children: 'Fortsätt', busyText: 'Kontrollerar...', variant: 'secondary' }}
          >
            {loaderData.proofs.hasPassword ? (
              <FreshLogin isFresh={false} />
            ) : (
              <OwnProof proofs={loaderData.proofs} answer={actionData} />
            )}
          </IntentForm>
        )}
      </AccountSection>
      <DeletionSection role={loaderData.role} ends={loaderData.ends} proofs={loaderData.proofs} answer={actionData} />
    </>
  )
}
