import { data, href } from 'react-router'
import { orAnswer } from '~/door/answer.server'
import { answerRefused, formSent } from '~/door/deed.server'
import { pageMeta } from '~/door/page-meta'
import { houseContext } from '~/platform/http/contexts.server'
import { redirectWithNotice } from '~/platform/http/notice.server'
import { readForm } from '~/platform/http/read-form.server'
import { PRODUCT_NAME } from '~/shared/product'
import { Form } from '~/ui/form/form'
import { SubmitButton } from '~/ui/form/submit-button'
import { LinkFrame, secrecy } from '../../parts/link-frame'
import { leaveCircle, readQuestion, sayNo, sayYes } from '../answer-question.server'
import type { Route } from './+types/question'

const address = href('/far-veta')
export const headers = () => secrecy

const deeds = {
  yes: { does: sayYes, says: 'Tack! Nu får du veta', stays: true },
  no: { does: sayNo, says: 'Vi frågar dig aldrig igen', stays: false },
  leave: { does: leaveCircle, says: 'Du får inte veta mer', stays: false },
}

export function meta({ matches }: Route.MetaArgs) {
  return pageMeta(matches, {
    title: 'Vill du få veta?',
    description: 'Svara på en fråga från någon som känner dig.',
    path: address,
    hidden: true,
  })
}

const secretIn = (request: Request) => new URL(request.url).searchParams.get('nyckel') ?? ''
const withSecret = (secret: string) => `${address}?nyckel=${encodeURIComponent(secret)}`

/** A GET never answers the question, because link scanners and previews follow links. */
export async function loader({ request, context }: Route.LoaderArgs) {
  const secret = secretIn(request)
  return data({ secret, question: await readQuestion(context.get(houseContext), secret) }, { headers: secrecy })
}

export async function action({ request, context }: Route.ActionArgs) {
  const house = context.get(houseContext)
  const values = await readForm(request, deeds)
  const deed = formSent(deeds, values)
  const secret = secretIn(request)
  const done = orAnswer(await deed.does(house, secret))
  if (!done.ok) return answerRefused(values, done)
  house.wake('messages')
  const back = deed.stays ? withSecret(secret) : address
  return redirectWithNotice(back, { tone: 'normal', title: deed.says })
}

export default function QuestionPage(props: Route.ComponentProps) {
  return (
    <LinkFrame>
      <div>
        <Question {...props} />
      </div>
    </LinkFrame>
  )
}

function Question({ loaderData, actionData }: Route.ComponentProps) {
  const { secret, question } = loaderData
  if (!question) {
    return (
      <>
        <h1 className="text-h2">Här finns ingen fråga</h1>
        <p className="mt-3 text-lead text-soft">
          Du får inte veta om någons larm genom den här länken. Antingen har du sagt nej eller lämnat, eller så har den
          som frågade tagit tillbaka frågan.
        </p>
      </>
    )
  }
  const { memberName, told, standing } = question
  if (standing === 'in') {
    return (
      <>
        <h1 className="text-h2">Du får veta när {memberName} larmar</h1>
        <p className="mt-3 mb-6 text-lead text-soft">{whenWords[told]} Du kan sluta när du vill.</p>
        <Form action={withSecret(secret)} refusal={actionData?.refusal}>
          <SubmitButton name="intent" value="leave" variant="secondary" busyText="Säger till...">
            Jag vill inte få veta mer
          </SubmitButton>
        </Form>
      </>
    )
  }
  return (
    <>
      <h1 className="text-h2">{memberName} vill att du får veta</h1>
      <p className="mt-3 text-lead text-soft">
        {memberName} kan larma väktare med {PRODUCT_NAME} och vill att du får veta när det händer. {whenWords[told]}
      </p>
      <ul className="my-5 grid grid-cols-1 list-disc gap-2 pl-6">
        <li>Du ser om någon har tagit larmet och hur det går. Du kan inte ta det själv.</li>
        <li>Du ser inte var {memberName} är eller vad som hänt.</li>
        <li>Ditt nummer eller din adress används bara till det här, och raderas när du lämnar.</li>
      </ul>
      {standing === 'lapsed' ? (
        <p className="mb-5 rounded-control bg-mist px-4 py-3">
          Frågan är för gammal för ett ja. Du kan fortfarande säga nej.
        </p>
      ) : null}
      <Form action={withSecret(secret)} refusal={actionData?.refusal}>
        {standing === 'asked' ? (
          <SubmitButton name="intent" value="yes" size="large" busyText="Sparar...">
            Ja, jag vill få veta
          </SubmitButton>
        ) : null}
        <SubmitButton name="intent" value="no" variant="secondary" size="large" busyText="Sparar...">
          Nej, och fråga mig aldrig igen
        </SubmitButton>
      </Form>
    </>
  )
}

const whenWords = {
  'at once': 'Du får ett meddelande så fort larmet går.',
  unanswered: 'Du får ett meddelande om ingen har svarat efter några minuter.',
} as const
