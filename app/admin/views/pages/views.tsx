import { href, Link } from 'react-router'
import { answerDeed } from '~/door/deed.server'
import { requireRole } from '~/door/guard.server'
import { pageMeta } from '~/door/page-meta'
import { IntentForm } from '~/door/parts/intent-form'
import { houseContext, visitorContext } from '~/platform/http/contexts.server'
import { readForm } from '~/platform/http/read-form.server'
import { isNameIn } from '~/shared/chosen'
import { Card } from '~/ui/card'
import { EmptyState } from '~/ui/empty-state'
import { TextField } from '~/ui/form/field'
import { addressOf, askedOf, lists } from '../lists'
import { readOwnViews } from '../read-views.server'
import { removeView } from '../remove-view.server'
import { saveView } from '../save-view.server'
import type { Route } from './+types/views'

const address = href('/dashboard/admin/views')

export function meta({ matches }: Route.MetaArgs) {
  return pageMeta(matches, {
    title: 'Sparade vyer',
    description: 'Listor som du har sparat, med urval och ordning.',
    path: address,
    hidden: true,
  })
}

export async function loader({ request, context }: Route.LoaderArgs) {
  const signedIn = requireRole(context, request, 'admin')
  return readOwnViews(context.get(houseContext), signedIn, new URL(request.url).searchParams)
}

export async function action({ request, context }: Route.ActionArgs) {
  const signedIn = requireRole(context, request, 'admin')
  const values = await readForm(request, ['save-view', 'remove-view'])
  const { list, asked = '' } = values
  const saved = isNameIn(lists, list) ? addressOf(list, askedOf(list, asked)) : address
  return answerDeed(
    {
      'save-view': { does: saveView, says: { title: 'Vyn är sparad' }, to: saved },
      'remove-view': { does: removeView, says: { title: 'Vyn är borttagen' }, to: address },
    },
    { house: context.get(houseContext), visitor: context.get(visitorContext), signedIn, values },
  )
}

export default function ViewsPage({ loaderData: { most, toSave, lists: own }, actionData }: Route.ComponentProps) {
  return (
    <>
      <h1 className="text-h2">Sparade vyer</h1>
      <p className="prose-width mt-2 text-soft">
        En vy är en lista med sitt urval och sin ordning, under ett eget namn. Du har dina egna, högst {most}, och de
        står ovanför listan.
      </p>
      {toSave && (
        <Card as="section" id="spara" aria-labelledby="spara-title" className="mt-8 max-w-3xl scroll-mt-6">
          <h2 id="spara-title" className="text-h3">
            Spara {toSave.label} som den står nu
          </h2>
          <IntentForm
            intent="save-view"
            section="spara"
            answer={actionData}
            hidden={{ list: toSave.list, asked: toSave.asked }}
            className="mt-4 grid gap-5"
            submit={{ children: 'Spara', busyText: 'Sparar...' }}
          >
            <TextField
              name="name"
              label="Vad ska vyn heta?"
              hint="Heter en vy av listan redan så byts den ut."
              maxLength={60}
              required
            />
          </IntentForm>
          <p className="mt-4">
            <Link to={addressOf(toSave.list, toSave.asked)}>Tillbaka till listan</Link>
          </p>
        </Card>
      )}
      {own.length === 0 && !toSave && (
        <div className="mt-8">
          <EmptyState title="Inga sparade vyer">
            Gör ett urval eller välj en ordning i en lista, och tryck på Spara som vy.
          </EmptyState>
        </div>
      )}
      {own.map(({ name, label, views }) => (
        <Card
          key={name}
          as="section"
          id={name}
          aria-labelledby={`${name}-title`}
          className="mt-6 max-w-3xl scroll-mt-6"
        >
          <h2 id={`${name}-title`} className="text-h3">
            {label}
          </h2>
          <ul className="mt-3 divide-y divide-line">
            {views.map((view) => (
              <li key={view.id} className="flex flex-wrap items-center justify-between gap-x-5 gap-y-2 py-3">
                <Link to={view.to} className="link inline-flex min-h-12 items-center wrap-anywhere">
                  {view.name}
                </Link>
                <IntentForm
                  intent="remove-view"
                  section={name}
                  answer={actionData}
                  row={{ view: view.id }}
                  submit={{
                    children: 'Ta bort',
                    busyText: 'Tar bort...',
                    variant: 'quiet',
                    size: 'small',
                    'aria-label': `Ta bort vyn ${view.name}`,
                  }}
                />
              </li>
            ))}
          </ul>
        </Card>
      ))}
    </>
  )
}
