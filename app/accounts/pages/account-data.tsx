import { href } from 'react-router'
import { houseContext, visitorContext } from '~/platform/house.server'
import { readForm } from '~/platform/http/read-form.server'
import { pageMeta } from '~/shell/public'
import { buttonClass } from '~/ui/button'
import { Icon } from '~/ui/icon'
import { answerDeed } from '../deed.server'
import { deleteAccount } from '../delete-account.server'
import { requireSignedIn } from '../guard.server'
import { AccountSection } from '../parts/account-section'
import { AccountTabs } from '../parts/account-tabs'
import { DeletionSection } from '../parts/deletion-section'
import type { Route } from './+types/account-data'

export function meta({ matches }: Route.MetaArgs) {
  return pageMeta(matches, {
    title: 'Dina uppgifter',
    description: 'Hämta allt vi har sparat om dig, eller radera ditt konto.',
    path: href('/dashboard/account/data'),
    hidden: true,
  })
}

export function loader({ request, context }: Route.LoaderArgs) {
  return { role: requireSignedIn(context, request).person.role }
}

export async function action({ request, context }: Route.ActionArgs) {
  const signedIn = requireSignedIn(context, request)
  const values = await readForm(request, ['delete-account'])
  const asked = { house: context.get(houseContext), visitor: context.get(visitorContext), signedIn, values }
  return answerDeed(
    {
      'delete-account': {
        does: ({ house, visitor }) => deleteAccount(house, visitor, signedIn, values),
        says: { title: 'Ditt konto är raderat', message: 'Tack för tiden tillsammans.' },
        to: href('/'),
      },
    },
    asked,
  )
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
        <div>
          <a href={href('/dashboard/account/export')} className={buttonClass({ variant: 'secondary' })}>
            <Icon name="download" />
            Hämta filen
          </a>
        </div>
      </AccountSection>
      <DeletionSection role={loaderData.role} answer={actionData} />
    </>
  )
}
