import { CardPhoto } from '~/companies/public'
import { type FormAnswer, IntentForm } from '~/door/parts/intent-form'
import { Card } from '~/ui/card'
import { TextArea } from '~/ui/form/field'
import type { CompanyForAdmin } from '../read-company-for-admin.server'

type Props = Pick<CompanyForAdmin, 'photos'> & { answer: FormAnswer | undefined }

const section = 'bilder'

/** The company's photos, each with a form to remove it. */
export function PhotosSection({ photos, answer }: Props) {
  if (photos.length === 0) return null
  return (
    <Card as="section" id={section} aria-labelledby={`${section}-title`} className="grid scroll-mt-6 gap-4">
      <h2 id={`${section}-title`} className="text-h3">
        Bilder
      </h2>
      <ul className="grid gap-6 sm:grid-cols-2">
        {photos.map(({ id, cardUrl, alt, service }) => {
          const own = answer?.intent === 'remove-photo' && answer.values?.id === id ? answer : undefined
          return (
            <li key={id} className="grid content-start gap-2">
              <CardPhoto photo={{ url: cardUrl, alt }} className="max-w-80" />
              <p className="wrap-anywhere">{alt}</p>
              {service && <p className="text-small wrap-anywhere text-soft">Tjänst: {service}</p>}
              <details open={own !== undefined}>
                <summary className="min-h-12 py-2.5 font-semibold text-spruce">
                  Ta bort bilden<span className="sr-only">: {alt}</span>
                </summary>
                <IntentForm
                  intent="remove-photo"
                  section={section}
                  answer={own}
                  hidden={{ id }}
                  className="mt-2 grid gap-4"
                  submit={{ children: 'Ta bort', busyText: 'Tar bort...', variant: 'alarm', icon: 'trash' }}
                >
                  <TextArea
                    name="reason"
                    label="Varför?"
                    hint="Företaget får läsa det här i ett mejl."
                    rows={3}
                    required
                  />
                </IntentForm>
              </details>
            </li>
          )
        })}
      </ul>
    </Card>
  )
}
