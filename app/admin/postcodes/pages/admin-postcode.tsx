import { href, Link } from 'react-router'
import { FreshLogin } from '~/accounts/public'
import { History } from '~/audit/public'
import { answerTo, orAnswer } from '~/door/answer.server'
import { answerDeed } from '~/door/deed.server'
import { requireRole } from '~/door/guard.server'
import { pageMeta } from '~/door/page-meta'
import { type FormAnswer, IntentForm } from '~/door/parts/intent-form'
import { houseContext, visitorContext } from '~/platform/http/contexts.server'
import { readForm } from '~/platform/http/read-form.server'
import { postcodeStateHints, postcodeStateLabels } from '~/postcodes/public'
import { namesOf } from '~/shared/chosen'
import { notThere } from '~/shared/outcome'
import { Badge } from '~/ui/badge'
import { Card } from '~/ui/card'
import { ChoiceCards, TextArea } from '~/ui/form/field'
import { StatCard } from '~/ui/stat-card'
import { AreaFields } from '../parts/area-fields'
import { NeighbourSection } from '../parts/neighbour-section'
import { postcodeDeeds } from '../postcode-deeds.server'
import { type PostcodeForAdmin, readPostcodeForAdmin } from '../read-postcodes.server'
import type { Route } from './+types/admin-postcode'

export function meta({ matches, loaderData, params }: Route.MetaArgs) {
  return pageMeta(matches, {
    title: loaderData ? `${loaderData.shown} ${loaderData.name}` : 'Postnummer',
    description: 'Ett område.',
    path: href('/dashboard/admin/postcodes/:code', params),
    hidden: true,
  })
}

export async function loader({ request, context, params }: Route.LoaderArgs) {
  const signedIn = requireRole(context, request, 'admin')
  return orAnswer(await readPostcodeForAdmin(context.get(houseContext), signedIn, codeIn(params)))
}

export async function action({ request, context, params }: Route.ActionArgs) {
  const signedIn = requireRole(context, request, 'admin')
  const deeds = postcodeDeeds(codeIn(params))
  const values = await readForm(request, deeds)
  const asked = { house: context.get(houseContext), visitor: context.get(visitorContext), signedIn, values }
  return answerDeed(deeds, asked)
}

function codeIn({ code }: { code: string }): string {
  if (!/^\d{5}$/.test(code)) throw answerTo(notThere)
  return code
}

export default function AdminPostcodePage({ loaderData: postcode, actionData }: Route.ComponentProps) {
  const { code, shown, name, figures, coverage } = postcode
  const users = `${href('/dashboard/admin/users')}?roll=member&postnummer=${code}`
  return (
    <>
      <p>
        <Link to={href('/dashboard/admin/postcodes')}>Alla postnummer</Link>
      </p>
      <div className="mt-4 flex flex-wrap items-center gap-x-4 gap-y-2">
        <h1 className="text-h2">
          {shown} {name}
        </h1>
        <Badge tone={postcode.state === 'open' ? 'spruce' : 'neutral'}>{postcode.stateLabel}</Badge>
      </div>
      <div className="mt-6 grid max-w-3xl gap-5 sm:grid-cols-3">
        <StatCard label="Medlemmar" value={figures.members} to={users} />
        <StatCard label="Företag" value={figures.companies} />
        {coverage && (
          <StatCard
            label="Bemanning just nu"
            value={<span className="text-h3">{coverage.label}</span>}
            note={`${coverage.companies} partner, ${coverage.guards} i tjänst`}
          />
        )}
      </div>
      <div className="mt-8 grid max-w-3xl gap-6">
        <StateSection postcode={postcode} answer={actionData} />
        <NeighbourSection postcode={postcode} answer={actionData} />
        <Card as="section" id="uppgifter" aria-labelledby="uppgifter-title" className="scroll-mt-6">
          <h2 id="uppgifter-title" className="text-h3">
            Namn och plats
          </h2>
          <IntentForm
            intent="describe-postcode"
            section="uppgifter"
            answer={actionData}
            className="mt-4 grid gap-5"
            submit={{ children: 'Spara', busyText: 'Sparar...', variant: 'secondary' }}
          >
            <AreaFields {...postcode} />
          </IntentForm>
          <p className="mt-4">
            <Link to={href('/dashboard/admin/postcodes/:code/map', { code })}>Kartan som väktarna ser</Link>
          </p>
        </Card>
        <History entries={postcode.history} />
      </div>
    </>
  )
}

function StateSection({ postcode, answer }: { postcode: PostcodeForAdmin; answer: FormAnswer | undefined }) {
  const options = namesOf(postcodeStateLabels).map((value) => ({
    value,
    title: postcodeStateLabels[value],
    description: postcodeStateHints[value],
  }))
  return (
    <Card as="section" id="lage" aria-labelledby="lage-title" className="scroll-mt-6">
      <h2 id="lage-title" className="text-h3">
        Läge
      </h2>
      <IntentForm
        intent="set-postcode-state"
        section="lage"
        answer={answer}
        className="mt-4 grid gap-5"
        submit={{ children: 'Ändra läget', busyText: 'Ändrar...' }}
      >
        <ChoiceCards name="state" legend="Hur står det till här?" options={options} defaultValue={postcode.state} />
        <TextArea name="reason" label="Varför?" rows={2} required />
        <FreshLogin isFresh={postcode.isFresh} />
      </IntentForm>
    </Card>
  )
}
