import { data, href, Link } from 'react-router'
import { orAnswer } from '~/door/answer.server'
import { answerRefused } from '~/door/deed.server'
import { pageMeta } from '~/door/page-meta'
import { houseContext } from '~/platform/http/contexts.server'
import { redirectWithNotice } from '~/platform/http/notice.server'
import { readForm } from '~/platform/http/read-form.server'
import { EMERGENCY_NUMBER } from '~/shared/product'
import { formatClock } from '~/shared/time'
import { Form } from '~/ui/form/form'
import { SubmitButton } from '~/ui/form/submit-button'
import { LinkFrame, secrecy } from '../../parts/link-frame'
import { endWalkByLink, readWalkQuestion } from '../end-walk.server'
import type { Route } from './+types/walk-question'

const address = href('/hemma')
export const headers = () => secrecy

export function meta({ matches }: Route.MetaArgs) {
  return pageMeta(matches, { title: 'Är du hemma?', description: 'Svara på frågan.', path: address, hidden: true })
}

const secretIn = (request: Request) => new URL(request.url).searchParams.get('nyckel') ?? ''
const withSecret = (secret: string) => `${address}?nyckel=${encodeURIComponent(secret)}`

/** A GET never answers the question, because link scanners and previews follow links. */
export async function loader({ request, context }: Route.LoaderArgs) {
  const secret = secretIn(request)
  return data({ secret, walk: await readWalkQuestion(context.get(houseContext), secret) }, { headers: secrecy })
}

export async function action({ request, context }: Route.ActionArgs) {
  const values = await readForm(request, ['home'])
  const secret = secretIn(request)
  const done = orAnswer(await endWalkByLink(context.get(houseContext), secret))
  if (!done.ok) return answerRefused(values, done)
  return redirectWithNotice(withSecret(secret), { tone: 'normal', title: 'Skönt att du är hemma' })
}

export default function WalkQuestionPage({ loaderData, actionData }: Route.ComponentProps) {
  const { secret, walk } = loaderData
  return (
    <LinkFrame isNight>
      {walk ? (
        <>
          <h1 className="text-h1">{titles[walk.state]}</h1>
          {walk.state === 'walking' || walk.state === 'asked' ? (
            <Form action={withSecret(secret)} refusal={actionData?.refusal}>
              <p className="text-lead">
                {walk.state === 'asked'
                  ? `Svarar du inte går larmet kl. ${formatClock(walk.dueAt)}.`
                  : `Du har sagt att du är hemma kl. ${formatClock(walk.homeAt)}.`}
              </p>
              <SubmitButton
                name="intent"
                value="home"
                size="large"
                icon="home"
                busyText="Säger till..."
                className="min-h-16 w-full text-h4"
              >
                Ja, jag är hemma
              </SubmitButton>
              <p className="text-soft">
                Är du inte hemma än? <Link to={href('/dashboard/customer/safety/walk')}>Logga in och säg när</Link>.
              </p>
            </Form>
          ) : null}
          {walk.state === 'raised' ? (
            <>
              <p className="text-lead">
                {walk.endedAt ? `Larmet gick kl. ${formatClock(walk.endedAt)}. ` : ''}Är du trygg, säg det på larmsidan.
                Ring {EMERGENCY_NUMBER} om du är i fara.
              </p>
              <p>
                <Link to={href('/dashboard/customer/safety')} className="link inline-flex min-h-12 items-center">
                  Öppna larmet
                </Link>
              </p>
            </>
          ) : null}
        </>
      ) : (
        <>
          <h1 className="text-h2">Länken gäller inte</h1>
          <p>Ring {EMERGENCY_NUMBER} om du är i fara.</p>
        </>
      )}
    </LinkFrame>
  )
}

const titles = {
  walking: 'Är du hemma?',
  asked: 'Är du hemma?',
  home: 'Skönt att du är hemma',
  cancelled: 'Vi följer dig inte längre',
  raised: 'Larmet har gått',
} as const
