import { type FormAnswer, IntentForm } from '~/door/parts/intent-form'
import { SmallDeed } from '../../parts/small-deed'
import type { PhotoRow } from '../photo-store.server'
import { CardPhoto } from './card-photo'
import { AltField } from './new-photo'

type Props = {
  photo: PhotoRow
  section: string
  answer: FormAnswer | undefined
  /** Its position among several; a service has one photo only. */
  order?: { isFirst: boolean; isLast: boolean }
}

/** A photo as its owner edits it: the picture, its alternative text, and the actions. */
export function OwnPhoto({ photo: { id, cardUrl, alt }, section, answer, order }: Props) {
  const own = answer?.intent === 'change-photo' && answer.values?.id === id ? answer : undefined
  return (
    <div className="grid gap-4 sm:grid-cols-[14rem_minmax(0,1fr)]">
      <CardPhoto photo={{ url: cardUrl, alt }} className="max-w-80" />
      <div className="grid content-start gap-3">
        <p className="wrap-anywhere">{alt}</p>
        <details open={own !== undefined}>
          <summary className="min-h-12 py-2.5 font-semibold text-spruce">Ändra texten</summary>
          <IntentForm
            intent="change-photo"
            section={section}
            answer={own}
            hidden={{ id }}
            className="mt-2 grid gap-4"
            submit={{ children: 'Spara texten', busyText: 'Sparar...', variant: 'secondary' }}
          >
            <AltField alt={alt} />
          </IntentForm>
        </details>
        <div className="flex flex-wrap gap-1">
          {order && (
            <>
              <SmallDeed
                intent="move-photo"
                hidden={{ id, direction: 'up' }}
                label={`Flytta upp: ${alt}`}
                idle={order.isFirst}
              >
                Upp
              </SmallDeed>
              <SmallDeed
                intent="move-photo"
                hidden={{ id, direction: 'down' }}
                label={`Flytta ner: ${alt}`}
                idle={order.isLast}
              >
                Ner
              </SmallDeed>
            </>
          )}
          <SmallDeed intent="remove-photo" hidden={{ id }} label={`Ta bort bilden: ${alt}`} icon="trash">
            Ta bort
          </SmallDeed>
        </div>
      </div>
    </div>
  )
}
