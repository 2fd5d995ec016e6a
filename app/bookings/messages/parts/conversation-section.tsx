import { type FormAnswer, IntentForm } from '~/door/parts/intent-form'
import { Card } from '~/ui/card'
import { TextArea } from '~/ui/form/field'
import type { Conversation } from '../read-messages.server'

type Props = { id: string; conversation: Conversation; answer: FormAnswer | undefined }

/** The messages about a booking or its visit, oldest first, and a form to write another. */
export function ConversationSection({ id, conversation, answer }: Props) {
  const { key, to, isOfVisit, notNow, messages } = conversation
  if (notNow && messages.length === 0) return null
  return (
    <Card as="section" id="meddelanden" aria-labelledby="meddelanden-rubrik" className="grid scroll-mt-6 gap-5">
      <h2 id="meddelanden-rubrik" className="text-h4">
        {isOfVisit ? 'Meddelanden om besöket' : 'Meddelanden'}
      </h2>
      {messages.length > 0 ? (
        <ol className="grid gap-3" aria-live="polite">
          {messages.map((message) => (
            <li
              key={message.id}
              className={`max-w-[40rem] rounded-card px-4 py-3 ${message.isOurs ? 'ml-[10%] bg-fern' : 'mr-[10%] bg-mist'}`}
            >
              <p className="text-small text-soft wrap-anywhere">
                {message.who}, {message.at}
              </p>
              <p className="whitespace-pre-line wrap-anywhere">{message.body}</p>
            </li>
          ))}
        </ol>
      ) : null}
      {notNow ? (
        <p className="text-soft">{notNow}</p>
      ) : (
        <IntentForm
          intent="write"
          section="meddelanden"
          answer={answer}
          hidden={{ id, key }}
          submit={{ children: 'Skicka', busyText: 'Skickar...', variant: 'secondary' }}
          className="grid gap-4"
        >
          <TextArea
            name="message"
            label={`Skriv till ${to}`}
            hint="Bara ni två ser det. Den andra får ett mejl om att det finns något att läsa."
            rows={3}
          />
        </IntentForm>
      )}
    </Card>
  )
}
