import { href, Link } from 'react-router'
import { answerDeed } from '~/door/deed.server'
import { requireRole } from '~/door/guard.server'
import { pageMeta } from '~/door/page-meta'
import { type FormAnswer, IntentForm } from '~/door/parts/intent-form'
import { readCursor } from '~/platform/database/keyset.server'
import { houseContext, visitorContext } from '~/platform/http/contexts.server'
import { readForm } from '~/platform/http/read-form.server'
import { Card } from '~/ui/card'
import { DescriptionList } from '~/ui/description-list'
import { EmptyState } from '~/ui/empty-state'
import { Checkbox, TextArea } from '~/ui/form/field'
import { Pager } from '~/ui/pager'
import { adminPointDeeds } from '../point-deeds.server'
import { type MarkShown, readMarksForAdmin } from '../read-marks.server'
import type { Route } from './+types/admin-points'

const path = href('/dashboard/admin/points')

export function meta({ matches }: Route.MetaArgs) {
  return pageMeta(matches, { title: 'Poäng att titta på', description: 'Poäng som sticker ut.', path, hidden: true })
}

export async function loader({ request, context }: Route.LoaderArgs) {
  const signedIn = requireRole(context, request, 'admin')
  return readMarksForAdmin(context.get(houseContext), signedIn, readCursor(request))
}

export async function action({ request, context }: Route.ActionArgs) {
  const signedIn = requireRole(context, request, 'admin')
  const values = await readForm(request, adminPointDeeds)
  const asked = { house: context.get(houseContext), visitor: context.get(visitorContext), signedIn, values }
  return answerDeed(adminPointDeeds, asked)
}

export default function AdminPointsPage({ loaderData, actionData }: Route.ComponentProps) {
  const { marks, before, next } = loaderData
  return (
    <>
      <h1 className="text-h2">Poäng att titta på</h1>
      <p className="prose-width mt-2 text-lead text-soft">
        En medlem och ett företag kan ge varandra poäng för så mycket och inte mer i månaden. De som nått dit står här:
        det kan vara en städning i veckan, eller två som hittar på bokningar. Här står också tips som sticker ut, till
        exempel många till samma medlem på kort tid.
      </p>
      {marks.length === 0 && (
        <div className="mt-6 max-w-2xl">
          <EmptyState title="Inget sticker ut">När någon når en gräns syns det här.</EmptyState>
        </div>
      )}
      <ul className="mt-6 grid max-w-2xl gap-5">
        {marks.map((mark) => (
          <Card as="li" key={mark.id} id={`poang-${mark.id}`} className="grid scroll-mt-6 gap-5">
            <Mark mark={mark} answer={actionData?.values?.mark === mark.id ? actionData : undefined} />
          </Card>
        ))}
      </ul>
      <Pager previous={before ? path : undefined} next={next && `${path}?before=${next}`} />
    </>
  )
}

function Mark({ mark, answer }: { mark: MarkShown; answer: FormAnswer | undefined }) {
  const { id, personId, personName, companyId, companyName, why, marked, given, takesBack, balance } = mark
  const section = `poang-${id}`
  return (
    <>
      <h2 className="text-h4 wrap-anywhere">
        <Link to={href('/dashboard/admin/users/:id', { id: personId })}>{personName}</Link> och{' '}
        <Link to={href('/dashboard/admin/companies/:id', { id: companyId })}>{companyName}</Link>
      </h2>
      <DescriptionList
        items={[
          { term: 'Varför', description: `${why} (${marked})` },
          { term: 'Har gett', description: given },
          { term: 'Medlemmens saldo nu', description: `${balance} poäng` },
        ]}
      />
      <IntentForm
        intent="approve-points"
        section={section}
        answer={answer}
        hidden={{ mark: id }}
        submit={{ children: 'Det är som det ska', busyText: 'Sparar...', variant: 'secondary', icon: 'check' }}
      />
      <details className="border-t border-line pt-4" open={answer?.intent === 'take-back-points' || undefined}>
        <summary>Ta tillbaka poängen</summary>
        <div className="mt-4">
          <IntentForm
            intent="take-back-points"
            section={section}
            answer={answer}
            hidden={{ mark: id }}
            className="grid gap-5"
            submit={{ children: 'Ta tillbaka poängen', busyText: 'Tar tillbaka...', variant: 'alarm' }}
          >
            <TextArea name="reason" label="Varför?" hint="Den det gäller får läsa det här" rows={3} required />
            <Checkbox
              name="sure"
              label={`Ta tillbaka ${takesBack}`}
              hint="Det syns i medlemmens historik. Inget tas bort."
            />
          </IntentForm>
        </div>
      </details>
    </>
  )
}
