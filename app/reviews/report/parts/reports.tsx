import { href, Link } from 'react-router'
import { type FormAnswer, IntentForm } from '~/door/parts/intent-form'
import { TextArea } from '~/ui/form/field'
import type { ReviewForAdmin } from '../../read-reviews.server'

type Props = Pick<ReviewForAdmin, 'id' | 'author' | 'reports'> & { answer: FormAnswer | undefined }

/** The open reports of a review, and a form to keep it. The form to hide it stands beside. */
export function Reports({ id, author, reports, answer }: Props) {
  if (reports.length === 0) return null
  return (
    <div className="mt-5 grid gap-4 rounded-control bg-mist p-4">
      <ul className="grid gap-3">
        {reports.map((report) => (
          <li key={report.id}>
            <p className="font-semibold">
              Anmält {report.reported} av{' '}
              <Link to={href('/dashboard/admin/users/:id', { id: report.reporterId })}>{report.reporterName}</Link>
            </p>
            <p className="mt-1 whitespace-pre-line wrap-anywhere">{report.reason}</p>
          </li>
        ))}
      </ul>
      <details open={answer?.intent === 'keep-review' || undefined}>
        <summary>
          Låt stå kvar<span className="sr-only">: omdömet från {author}</span>
        </summary>
        <IntentForm
          intent="keep-review"
          section={`omdome-${id}`}
          answer={answer}
          hidden={{ id }}
          keepsQuery
          className="mt-3 grid gap-4"
          submit={{ children: 'Låt omdömet stå kvar', busyText: 'Sparar...', variant: 'secondary', size: 'small' }}
        >
          <TextArea
            name="reason"
            label="Varför får det stå kvar?"
            hint="Den som anmälde det får läsa det här."
            rows={3}
            required
          />
        </IntentForm>
      </details>
    </div>
  )
}
