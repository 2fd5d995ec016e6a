import { href, Link, redirect, Form as SearchForm } from 'react-router'
import { answerRefused } from '~/door/deed.server'
import { requireRole } from '~/door/guard.server'
import { pageMeta } from '~/door/page-meta'
import { type FormAnswer, IntentForm } from '~/door/parts/intent-form'
import { houseContext, visitorContext } from '~/platform/http/contexts.server'
import { readForm } from '~/platform/http/read-form.server'
import { postcodeStateLabels } from '~/postcodes/public'
import { namesOf } from '~/shared/chosen'
import { Badge } from '~/ui/badge'
import { Card, CardLink } from '~/ui/card'
import { EmptyState } from '~/ui/empty-state'
import { Button, ButtonLink } from '~/ui/form/button'
import { TextField } from '~/ui/form/field'
import { Pager } from '~/ui/pager'
import { LinkTabs } from '~/ui/tabs'
import { addPostcode } from '../change-postcode.server'
import { AreaFields } from '../parts/area-fields'
import { listPostcodes, postcodeSearchFrom } from '../read-postcodes.server'
import type { Route } from './+types/admin-postcodes'

export function meta({ matches }: Route.MetaArgs) {
  return pageMeta(matches, {
    title: 'Postnummer',
    description: 'Alla områden, och var folk väntar.',
    path: href('/dashboard/admin/postcodes'),
    hidden: true,
  })
}

export async function loader({ request, context }: Route.LoaderArgs) {
  const signedIn = requireRole(context, request, 'admin')
  const search = postcodeSearchFrom(new URL(request.url).searchParams)
  return { search, ...(await listPostcodes(context.get(houseContext), signedIn, search)) }
}

export async function action({ request, context }: Route.ActionArgs) {
  const signedIn = requireRole(context, request, 'admin')
  const values = await readForm(request, ['add-postcode'])
  const asked = { house: context.get(houseContext), visitor: context.get(visitorContext), signedIn, values }
  const added = await addPostcode(asked)
  if (!added.ok) return answerRefused(values, added)
  // An explicit fragment: without JavaScript the browser would keep the form's fragment across the redirect.
  return redirect(`${href('/dashboard/admin/postcodes/:code', added.value)}#top`)
}

function addressOf(query: { visa?: string | null; q?: string; after?: string }) {
  const asked = Object.entries(query).flatMap(([name, value]) => (value ? [[name, value]] : []))
  const search = new URLSearchParams(asked).toString()
  return href('/dashboard/admin/postcodes') + (search && `?${search}`)
}

export default function AdminPostcodesPage({ loaderData, actionData }: Route.ComponentProps) {
  const { search, postcodes, next, waiting } = loaderData
  const states = [null, ...namesOf(postcodeStateLabels)]
  const tabs = states.map((state) => ({
    to: addressOf({ visa: state, q: search.text }),
    label: state ? postcodeStateLabels[state] : 'Alla',
    current: state === search.state,
  }))
  return (
    <>
      <h1 className="text-h2">Postnummer</h1>
      <SearchForm role="search" className="mt-6 grid items-end gap-4 sm:grid-cols-[1fr_auto]" key={search.text}>
        {search.state && <input type="hidden" name="visa" value={search.state} />}
        <TextField
          name="q"
          label="Sök postnummer"
          hint="Början av numret, eller namnet"
          type="search"
          defaultValue={search.text}
          maxLength={100}
        />
        <Button type="submit" variant="secondary" icon="search">
          Sök
        </Button>
      </SearchForm>
      <LinkTabs label="Vilka postnummer" tabs={tabs} className="mt-6" />
      {postcodes.length === 0 ? (
        <div className="mt-6">
          <EmptyState
            title="Inga träffar"
            action={
              <ButtonLink to={addressOf({})} variant="secondary">
                Visa alla
              </ButtonLink>
            }
          >
            Prova med färre siffror, eller lägg till området här nedanför.
          </EmptyState>
        </div>
      ) : (
        <ul className="mt-6 grid gap-4 xl:grid-cols-2">
          {postcodes.map((postcode) => (
            <li key={postcode.code}>
              <CardLink
                to={href('/dashboard/admin/postcodes/:code', { code: postcode.code })}
                title={`${postcode.shown} ${postcode.name}`}
                heading="h2"
              >
                <p className="mt-2 flex flex-wrap items-center gap-x-3 gap-y-1">
                  <Badge tone={postcode.state === 'open' ? 'spruce' : 'neutral'}>{postcode.stateLabel}</Badge>
                  {postcode.coverage && (
                    <Badge tone={postcode.coverage.level === 'staffed' ? 'spruce' : 'lamp'} icon="shield">
                      {postcode.coverage.label}
                    </Badge>
                  )}
                  <span>{membersText(postcode.members)}</span>
                  <span>{postcode.companies} företag</span>
                </p>
              </CardLink>
            </li>
          ))}
        </ul>
      )}
      <Pager
        previous={search.after ? addressOf({ visa: search.state, q: search.text }) : undefined}
        next={next && addressOf({ visa: search.state, q: search.text, after: next })}
      />
      <div className="mt-10 grid max-w-3xl gap-6">
        {waiting.length > 0 && <WaitingCard waiting={waiting} />}
        <NewPostcode answer={actionData} />
      </div>
    </>
  )
}

const membersText = (members: number) => (members === 1 ? 'En medlem' : `${members} medlemmar`)

type Waiting = Route.ComponentProps['loaderData']['waiting']

/** Areas that are not open, where members already wait. */
function WaitingCard({ waiting }: { waiting: Waiting }) {
  return (
    <Card as="section" aria-labelledby="vantar">
      <h2 id="vantar" className="text-h3">
        Här väntar folk
      </h2>
      <p className="mt-2 text-soft">Medlemmar i områden som inte är öppna, flest först.</p>
      <ol className="mt-3 divide-y divide-line">
        {waiting.map(({ code, shown, name, members }) => (
          <li key={code} className="flex flex-wrap justify-between gap-3 py-3">
            <span>
              {shown} {name}
            </span>
            <Link to={`${href('/dashboard/admin/users')}?roll=member&postnummer=${code}`}>{membersText(members)}</Link>
          </li>
        ))}
      </ol>
    </Card>
  )
}

function NewPostcode({ answer }: { answer: FormAnswer | undefined }) {
  return (
    <Card as="section" id="nytt" aria-labelledby="nytt-title" className="scroll-mt-6">
      <h2 id="nytt-title" className="text-h3">
        Lägg till ett postnummer
      </h2>
      <p className="mt-2 text-soft">Det börjar som planerat. Du öppnar det när det finns någon som går där.</p>
      <IntentForm
        intent="add-postcode"
        section="nytt"
        answer={answer}
        className="mt-4 grid gap-5"
        submit={{ children: 'Lägg till', busyText: 'Lägger till...', icon: 'plus' }}
      >
        <TextField name="code" label="Postnummer" inputMode="numeric" maxLength={6} required />
        <AreaFields />
      </IntentForm>
    </Card>
  )
}
