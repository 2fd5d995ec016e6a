import { href, Link } from 'react-router'
import { orAnswer } from '~/door/answer.server'
import { answerRefused } from '~/door/deed.server'
import { requireSignedIn } from '~/door/guard.server'
import { pageMeta } from '~/door/page-meta'
import { houseContext } from '~/platform/http/contexts.server'
import { redirectWithNotice } from '~/platform/http/notice.server'
import { readForm } from '~/platform/http/read-form.server'
import { Card } from '~/ui/card'
import { TextArea } from '~/ui/form/field'
import { Form } from '~/ui/form/form'
import { SubmitButton } from '~/ui/form/submit-button'
import { ReviewText } from '../../parts/review-text'
import { type ReviewToReport, readReviewToReport, reportReview } from '../report-review.server'
import type { You } from '../reporter'
import type { Route } from './+types/report-review'

const ownReport = { du: 'Din anmälan', ni: 'Er anmälan' } as const satisfies Record<You, string>
const capital = { du: 'Du', ni: 'Ni' } as const satisfies Record<You, string>
const titleOf = (shown: Pick<ReviewToReport, 'report' | 'you'> | undefined) =>
  shown?.report ? ownReport[shown.you] : 'Anmäl ett omdöme'
const addressOf = (id: string) => href('/dashboard/reviews/:id/report', { id })

export function meta({ matches, loaderData, params }: Route.MetaArgs) {
  return pageMeta(matches, {
    title: titleOf(loaderData),
    description: 'Säg till om något som inte borde visas.',
    path: addressOf(params.id),
    hidden: true,
  })
}

export async function loader({ request, context, params }: Route.LoaderArgs) {
  const signedIn = requireSignedIn(context, request)
  const shown = orAnswer(await readReviewToReport(context.get(houseContext), signedIn, params.id))
  return shown
}

export async function action({ request, context, params }: Route.ActionArgs) {
  const signedIn = requireSignedIn(context, request)
  const values = await readForm(request)
  const reported = orAnswer(await reportReview(context.get(houseContext), signedIn, params.id, values))
  if (!reported.ok) return answerRefused(values, reported)
  const notice = { tone: 'normal', title: 'Anmälan är skickad' } as const
  return redirectWithNotice(`${addressOf(params.id)}#top`, notice)
}

export default function ReportReviewPage({ loaderData, actionData }: Route.ComponentProps) {
  const { company, review, report, isOwn, you } = loaderData
  return (
    <>
      {company ? (
        <p>
          <Link to={`${href('/company/:id', { id: company.id })}#omdomen`}>Omdömen om {company.name}</Link>
        </p>
      ) : null}
      <h1 className="mt-4 text-h2">{titleOf(loaderData)}</h1>
      <div className="mt-6 grid max-w-2xl gap-6">
        {report ? <Reported report={report} isShown={review !== null} you={you} /> : null}
        {review ? (
          <Card as="section" aria-label="Omdömet">
            <ReviewText review={review} companyName={company?.name ?? ''} />
          </Card>
        ) : null}
        {isOwn ? <p>Det är ditt eget omdöme. Du kan ändra det från din bokning.</p> : null}
        {report || isOwn ? null : (
          <Card as="section" aria-label={ownReport[you]}>
            <Form method="post" refusal={actionData?.refusal} values={actionData?.values}>
              <p>
                Säg till om något som är olagligt, hotfullt eller handlar om någon annan. Ett dåligt betyg är inget
                skäl. En administratör läser och bestämmer, och {you} får veta hur det går.
              </p>
              <TextArea
                name="reason"
                label="Varför borde det inte visas?"
                hint="Den som skrev omdömet får inte veta vem som har anmält det."
                rows={4}
                required
              />
              <SubmitButton busyText="Skickar...">Skicka anmälan</SubmitButton>
            </Form>
          </Card>
        )}
      </div>
    </>
  )
}

type ReportedProps = { report: NonNullable<ReviewToReport['report']>; isShown: boolean; you: You }

/**
 * The outcome stays on the page, so that the notification is not the only place where it stands. As something that was
 * decided, since an administrator can hide a kept review and show a hidden one again.
 */
function Reported({ report: { reported, reason, decision, answer }, isShown, you }: ReportedProps) {
  return (
    <Card as="section" aria-labelledby="anmalan" className="grid gap-2">
      <h2 id="anmalan" className="text-h4">
        {decision === null ? 'Anmälan är skickad' : decision === 'hidden' ? 'Omdömet doldes' : 'Omdömet fick stå kvar'}
      </h2>
      <p className="text-soft">
        Anmält {reported}. {capital[you]} skrev:
      </p>
      <blockquote className="whitespace-pre-line wrap-anywhere">{reason}</blockquote>
      {decision === null ? (
        <p>
          {isShown
            ? `En administratör läser det. ${capital[you]} får veta hur det går.`
            : 'Omdömet visas inte just nu.'}
        </p>
      ) : null}
      {decision === 'hidden' ? <p>En administratör har läst det och dolt det. Tack för att {you} sa till.</p> : null}
      {answer ? <p className="whitespace-pre-line wrap-anywhere">Skälet: {answer}</p> : null}
    </Card>
  )
}
