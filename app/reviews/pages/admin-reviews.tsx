import { href, Link } from 'react-router'
import { answerDeed } from '~/door/deed.server'
import { requireRole } from '~/door/guard.server'
import { pageMeta } from '~/door/page-meta'
import { type FormAnswer, IntentForm } from '~/door/parts/intent-form'
import { useLive } from '~/live/public'
import { EmptyStreet } from '~/pictures/scenes'
import { readCursor } from '~/platform/database/keyset.server'
import { houseContext, visitorContext } from '~/platform/http/contexts.server'
import { readForm } from '~/platform/http/read-form.server'
import { namesOf } from '~/shared/chosen'
import { Card } from '~/ui/card'
import { Dialog, DialogButton } from '~/ui/dialog'
import { EmptyState } from '~/ui/empty-state'
import { TextArea } from '~/ui/form/field'
import { Pager } from '~/ui/pager'
import { LinkTabs } from '~/ui/tabs'
import { ReviewText } from '../parts/review-text'
import { readReviewsForAdmin } from '../read-reviews.server'
import { Reports } from '../report/parts/reports'
import { adminReviewDeeds } from '../review-deeds.server'
import type { WhichForAdmin } from '../review-store.server'
import type { Route } from './+types/admin-reviews'

const path = href('/dashboard/admin/reviews')

export function meta({ matches }: Route.MetaArgs) {
  return pageMeta(matches, { title: 'Omdömen', description: 'Vad medlemmarna har skrivit.', path, hidden: true })
}

export async function loader({ request, context }: Route.LoaderArgs) {
  const signedIn = requireRole(context, request, 'admin')
  const asked = new URL(request.url).searchParams.get('visa')
  const which = namesOf(views).find((name) => views[name].word === asked) ?? 'all'
  return readReviewsForAdmin(context.get(houseContext), signedIn, which, readCursor(request))
}

export async function action({ request, context }: Route.ActionArgs) {
  const signedIn = requireRole(context, request, 'admin')
  const values = await readForm(request, adminReviewDeeds)
  const asked = { house: context.get(houseContext), visitor: context.get(visitorContext), signedIn, values }
  return answerDeed(adminReviewDeeds, asked, path + new URL(request.url).search)
}

const views = {
  all: { word: null, label: 'Alla', nothing: 'Inga omdömen ännu', because: 'Det första omdömet hamnar här.' },
  reported: {
    word: 'anmalda',
    label: 'Anmälda',
    nothing: 'Inget är anmält',
    because: 'Det som någon säger till om hamnar här, tills ni har bestämt.',
  },
  hidden: { word: 'dolda', label: 'Dolda', nothing: 'Inga dolda omdömen', because: 'Det som döljs hamnar här.' },
} as const satisfies Record<WhichForAdmin, { word: string | null; label: string; nothing: string; because: string }>

function addressOf(which: WhichForAdmin, before?: string) {
  const { word } = views[which]
  const asked = { ...(word && { visa: word }), ...(before && { before }) }
  const search = new URLSearchParams(asked).toString()
  return path + (search && `?${search}`)
}

export default function AdminReviewsPage({ loaderData, actionData }: Route.ComponentProps) {
  useLive('reviews')
  const { reviews, which, before, next } = loaderData
  return (
    <>
      <h1 className="text-h2">Omdömen</h1>
      <p className="prose-width mt-2 text-lead text-soft">
        Det som medlemmar har skrivit om företag, det nyaste först. Dölj bara det som är olagligt, hotfullt eller om
        någon annan: ett dåligt betyg är inget skäl.
      </p>
      <LinkTabs
        label="Vilka omdömen"
        className="mt-5 max-w-2xl"
        tabs={namesOf(views).map((name) => ({
          to: addressOf(name),
          label: views[name].label,
          current: which === name,
        }))}
      />
      {reviews.length === 0 && (
        <div className="mt-6 max-w-2xl">
          <EmptyState picture={<EmptyStreet />} title={views[which].nothing}>
            {views[which].because}
          </EmptyState>
        </div>
      )}
      <ul className="mt-6 grid max-w-2xl gap-5">
        {reviews.map((review) => (
          <li key={review.id} id={`omdome-${review.id}`} className="scroll-mt-6">
            <Card>
              <p className="mb-3">
                <Link to={href('/dashboard/admin/companies/:id', { id: review.companyId })}>{review.companyName}</Link>
              </p>
              <ReviewText review={review} companyName={review.companyName}>
                <Reports {...review} answer={actionData?.values?.id === review.id ? actionData : undefined} />
                {review.hiddenReason ? (
                  <Hidden id={review.id} reason={review.hiddenReason} day={review.hidden} answer={actionData} />
                ) : (
                  <HideDialog id={review.id} author={review.author} answer={actionData} />
                )}
              </ReviewText>
            </Card>
          </li>
        ))}
      </ul>
      <Pager previous={before ? addressOf(which) : undefined} next={next && addressOf(which, next)} />
    </>
  )
}

type HiddenProps = { id: string; reason: string; day: string | null; answer: FormAnswer | undefined }

function Hidden({ id, reason, day, answer }: HiddenProps) {
  return (
    <div className="mt-5 rounded-control bg-mist p-4">
      <p className="font-semibold">Dolt {day}</p>
      <p className="mt-1 whitespace-pre-line wrap-anywhere">{reason}</p>
      <IntentForm
        intent="restore-review"
        section={`omdome-${id}`}
        answer={answer?.values?.id === id ? answer : undefined}
        hidden={{ id }}
        keepsQuery
        className="mt-3"
        submit={{ children: 'Visa igen', busyText: 'Visar...', variant: 'secondary', size: 'small', icon: 'eye' }}
      />
    </div>
  )
}

function HideDialog({ id, author, answer }: { id: string; author: string; answer: FormAnswer | undefined }) {
  const dialog = `dolj-${id}`
  return (
    <div className="mt-5">
      <DialogButton dialog={dialog} variant="secondary" size="small" icon="eye-off">
        Dölj
        <span className="sr-only"> omdömet från {author}</span>
      </DialogButton>
      <Dialog id={dialog} title={`Dölj omdömet från ${author}`}>
        <p>Det försvinner från företagets sida och räknas inte i betyget. Du kan visa det igen.</p>
        <IntentForm
          intent="hide-review"
          section={dialog}
          answer={answer?.values?.id === id ? answer : undefined}
          hidden={{ id }}
          keepsQuery
          className="mt-5 grid gap-5"
          submit={{ children: 'Dölj omdömet', busyText: 'Döljer...', variant: 'alarm' }}
        >
          <TextArea
            name="reason"
            label="Varför?"
            hint="Den som skrev omdömet får läsa det här, och företaget."
            rows={3}
            required
          />
        </IntentForm>
      </Dialog>
    </div>
  )
}
