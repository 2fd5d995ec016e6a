import type { SecurityShown } from '../read-security.server'
import { AccountSection } from './account-section'
import { type FormAnswer, IntentForm } from './intent-form'

type Props = { identities: SecurityShown['identities']; answer: FormAnswer | undefined }

const id = 'inloggningssatt'

export function IdentityList({ identities, answer }: Props) {
  const isOnly = identities.length === 1
  return (
    <AccountSection id={id} title="Sätt att logga in">
      <ul className="grid">
        {identities.map((identity) => (
          <li
            key={identity.id}
            className="flex flex-wrap items-center justify-between gap-x-4 gap-y-2 border-t border-line py-3"
          >
            <div className="min-w-0">
              <p className="font-semibold">{identity.name}</p>
              <p className="text-small text-soft">Sedan {identity.since}</p>
            </div>
            {!isOnly && (
              <IntentForm
                intent="unlink-identity"
                section={id}
                answer={answer}
                hidden={{ identityId: identity.id }}
                submit={{
                  children: 'Ta bort',
                  'aria-label': `Ta bort ${identity.name}`,
                  busyText: 'Tar bort...',
                  variant: 'secondary',
                  size: 'small',
                }}
              />
            )}
          </li>
        ))}
      </ul>
      {isOnly && <p className="text-soft">Det är ditt enda sätt att logga in, så det kan inte tas bort.</p>}
    </AccountSection>
  )
}
