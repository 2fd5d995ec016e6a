import { type FormAnswer, IntentForm } from '~/door/parts/intent-form'
import { Badge } from '~/ui/badge'
import { AccountSection } from '../../parts/account-section'
import { AskedLogin } from '../../parts/fresh-login'
import type { SecurityShown } from '../../security/read-security.server'

type Props = Pick<SecurityShown, 'sessions' | 'hasPassword'> & { answer: FormAnswer | undefined }

const id = 'enheter'

export function SessionList({ sessions, hasPassword, answer }: Props) {
  const answerOf = (intent: string) => (answer?.intent === intent ? answer : undefined)
  const answerFor = (sessionId: string) => (answer?.values?.sessionId === sessionId ? answer : undefined)
  return (
    <AccountSection id={id} title="Inloggade enheter">
      <p>
        Känner du inte igen en enhet? Logga ut den och{' '}
        {hasPassword ? 'byt lösenord' : 'ta bort passnycklar som inte är dina'}.
      </p>
      <ul className="grid">
        {sessions.map((session) => (
          <li
            key={session.id}
            className="flex flex-wrap items-center justify-between gap-x-4 gap-y-2 border-t border-line py-3"
          >
            <div className="min-w-0">
              <p className="font-semibold">{session.device}</p>
              <p className="text-small text-soft">Loggade in {session.started}</p>
            </div>
            {session.isThis ? (
              <Badge tone="spruce" icon="check">
                Den här enheten
              </Badge>
            ) : (
              <IntentForm
                intent="end-session"
                section={id}
                answer={answerFor(session.id)}
                hidden={{ sessionId: session.id }}
                className="grid gap-5"
                submit={{
                  children: 'Logga ut',
                  'aria-label': `Logga ut ${session.device}, inloggad ${session.started}`,
                  busyText: 'Loggar ut...',
                  variant: 'secondary',
                  size: 'small',
                }}
              >
                <AskedLogin answer={answerFor(session.id)} />
              </IntentForm>
            )}
          </li>
        ))}
      </ul>
      <div className="flex flex-wrap gap-3">
        {sessions.length > 1 && (
          <IntentForm
            intent="end-other-sessions"
            section={id}
            answer={answer}
            className="grid gap-5"
            submit={{ children: 'Logga ut alla andra', busyText: 'Loggar ut...', variant: 'secondary' }}
          >
            <AskedLogin answer={answerOf('end-other-sessions')} />
          </IntentForm>
        )}
        <IntentForm
          intent="end-all-sessions"
          section={id}
          answer={answer}
          className="grid gap-5"
          submit={{ children: 'Logga ut överallt', busyText: 'Loggar ut...', variant: 'secondary' }}
        >
          <AskedLogin answer={answerOf('end-all-sessions')} />
        </IntentForm>
      </div>
    </AccountSection>
  )
}
