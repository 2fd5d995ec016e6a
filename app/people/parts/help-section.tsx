import { type FormAnswer, IntentForm } from '~/door/parts/intent-form'
import { Card } from '~/ui/card'
import type { PersonForAdmin } from '../read-person.server'

const id = 'hjalp'

/** Help for the usual calls: a mail that never came, a lost phone. */
export function HelpSection({ person, answer }: { person: PersonForAdmin; answer: FormAnswer | undefined }) {
  return (
    <Card as="section" id={id} aria-labelledby={`${id}-title`} className="grid scroll-mt-6 gap-4">
      <h2 id={`${id}-title`} className="text-h3">
        Hjälp att komma in
      </h2>
      <p>Länkarna går till personens egen e-post. Du ser dem aldrig, och kan inte logga in som någon annan.</p>
      <div className="flex flex-wrap gap-3">
        <IntentForm
          intent="send-person-mail"
          section={id}
          answer={answer}
          row={{ kind: 'recovery' }}
          submit={{ children: 'Skicka länk för nytt lösenord', busyText: 'Skickar...', variant: 'secondary' }}
        />
        {!person.isVerified && (
          <IntentForm
            intent="send-person-mail"
            section={id}
            answer={answer}
            row={{ kind: 'verification' }}
            submit={{ children: 'Skicka bekräftelsen igen', busyText: 'Skickar...', variant: 'secondary' }}
          />
        )}
        <IntentForm
          intent="sign-out-person"
          section={id}
          answer={answer}
          submit={{ children: 'Logga ut överallt', busyText: 'Loggar ut...', variant: 'secondary', icon: 'logout' }}
        />
      </div>
    </Card>
  )
}
