import { href, Link } from 'react-router'
import { type FormAnswer, IntentForm } from '~/door/parts/intent-form'
import { TextField } from '~/ui/form/field'
import { AccountSection } from '../../parts/account-section'
import { FreshLogin } from '../../parts/fresh-login'
import { PasskeyForm } from '../../parts/passkey-form'
import type { SecurityShown } from '../read-security.server'

type Props = { security: SecurityShown; answer: FormAnswer | undefined }

const id = 'inloggningssatt'

/** Every login method: the password and the passkeys. Each can be removed unless it is the last. */
export function IdentityList({ security, answer }: Props) {
  // With a second factor, the password does not help against a stale login: the answer asks for a new login
  // (refuseOldLogin).
  const { identities, passkeys, isFresh, hasSecondFactor, hasPassword, sessions } = security
  const isOnly = identities.length + passkeys.length === 1
  const ways = [
    ...identities.map((identity) => ({ ...identity, intent: 'unlink-identity', field: 'identityId', about: '' })),
    ...passkeys.map((passkey) => ({
      ...passkey,
      intent: 'remove-passkey',
      field: 'passkeyId',
      about: passkey.lastUsed ? `Användes senast ${passkey.lastUsed}` : 'Har inte använts än',
    })),
  ]
  return (
    <AccountSection id={id} title="Sätt att logga in">
      <ul className="grid">
        {ways.map((way) => {
          const own = answer?.intent === way.intent && answer.values?.[way.field] === way.id ? answer : undefined
          return (
            <li key={way.id} className="grid gap-2 border-t border-line py-3">
              <div className="min-w-0">
                <p className="font-semibold break-words">
                  {way.intent === 'remove-passkey' ? `Passnyckel: ${way.name}` : way.name}
                </p>
                <p className="text-small text-soft">Sedan {way.since}</p>
                {way.about && <p className="text-small text-soft">{way.about}</p>}
              </div>
              {way.intent === 'remove-passkey' && <RenamePasskey passkey={way} isFresh={isFresh} answer={answer} />}
              {!isOnly && (
                <details key={String(own !== undefined)} open={own !== undefined}>
                  <summary
                    className="flex min-h-12 items-center rounded-control font-semibold text-spruce"
                    aria-label={`Ta bort ${way.name}`}
                  >
                    Ta bort
                  </summary>
                  <IntentForm
                    intent={way.intent}
                    section={id}
                    answer={own}
                    hidden={{ [way.field]: way.id }}
                    className="mt-2 grid gap-5"
                    submit={{
                      children: `Ta bort ${way.name}`,
                      busyText: 'Tar bort...',
                      variant: 'alarm',
                      size: 'small',
                    }}
                  >
                    <p>{consequence(way.intent)}</p>
                    <FreshLogin isFresh={isFresh || (hasSecondFactor && way.intent === 'remove-passkey')} />
                  </IntentForm>
                </details>
              )}
            </li>
          )
        })}
      </ul>
      {isOnly && <p className="text-soft">Det är ditt enda sätt att logga in, så det kan inte tas bort.</p>}
      {!hasPassword && (
        <p>
          Du har inget lösenord. Vill du ha ett? <Link to={href('/auth/recover')}>Få en länk på mejl</Link>. Passnycklar
          som inte är ditt andra steg tas då bort, och du lägger till dem igen.
        </p>
      )}
      <div className="grid gap-3 border-t border-line pt-4">
        <h3 className="text-h4">Passnycklar</h3>
        <p>
          Med en passnyckel loggar du in med finger, ansikte eller skärmkod i stället för lösenord. Den går inte att
          gissa eller lura av dig, och den stannar i dina enheter.
        </p>
        <PasskeyForm
          section={id}
          device={sessions.find(({ isThis }) => isThis)?.device ?? ''}
          isFresh={isFresh || hasSecondFactor}
          answer={answer}
        />
      </div>
    </AccountSection>
  )
}

type RenameProps = { passkey: { id: string; name: string }; isFresh: boolean; answer: FormAnswer | undefined }

function RenamePasskey({ passkey, isFresh, answer }: RenameProps) {
  const isOwn = answer?.intent === 'rename-passkey' && answer.values?.passkeyId === passkey.id
  return (
    <details key={`${isOwn} ${passkey.name}`} open={isOwn}>
      <summary
        className="flex min-h-12 items-center rounded-control font-semibold text-spruce"
        aria-label={`Byt namn på ${passkey.name}`}
      >
        Byt namn
      </summary>
      <IntentForm
        intent="rename-passkey"
        section={id}
        answer={answer}
        row={{ passkeyId: passkey.id }}
        className="mt-2 grid gap-5"
        submit={{ children: 'Spara namnet', busyText: 'Sparar...', variant: 'secondary', size: 'small' }}
      >
        <TextField name="name" label="Nytt namn" defaultValue={passkey.name} maxLength={60} required />
        <FreshLogin isFresh={isFresh} />
      </IntentForm>
    </details>
  )
}

function consequence(intent: string): string {
  return intent === 'remove-passkey'
    ? 'Den går inte längre att logga in med, och andra enheter som den har loggat in loggas ut. Ta bort den ur din enhet också.'
    : 'Sedan går det bara att logga in med passnyckel. Vill du ha ett lösenord igen får du en länk på mejl.'
}
