import { FreshLogin } from '~/accounts/public'
import { type FormAnswer, IntentForm } from '~/door/parts/intent-form'
import type { ReadBy } from '~/shared/outcome'
import { Card } from '~/ui/card'
import { Checkbox, TextArea } from '~/ui/form/field'
import { Icon } from '~/ui/marks/icon'
import type { readBroadcastForAdmin } from '../read-broadcasts.server'

type Props = { broadcast: ReadBy<typeof readBroadcastForAdmin>; answer: FormAnswer | undefined }

/** What an administrator may do with the broadcast now. */
export function DecisionSection({ broadcast, answer }: Props) {
  const { may } = broadcast
  if (may.length === 0) return null
  return (
    <Card as="section" id="beslut" aria-labelledby="beslut-rubrik" className="grid scroll-mt-6 gap-6">
      <h2 id="beslut-rubrik" className="text-h3">
        {may.includes('stop') ? 'Stoppa' : 'Innan det går iväg'}
      </h2>
      {may.includes('release') && <Release broadcast={broadcast} answer={answer} />}
      {may.includes('decline') && (
        <details className="border-t border-line pt-4" open={answer?.intent === 'decline' || undefined}>
          <summary>Avböj i stället</summary>
          <div className="mt-4">
            <IntentForm
              intent="decline"
              section="beslut"
              answer={answer}
              submit={{ children: 'Avböj utskicket', busyText: 'Avböjer...', variant: 'secondary' }}
            >
              <TextArea name="reason" label="Varför" hint="Företaget får läsa det" rows={3} required />
            </IntentForm>
          </div>
        </details>
      )}
      {may.includes('discard') && (
        <IntentForm
          intent="discard"
          section="beslut"
          answer={answer}
          submit={{ children: 'Kasta utkastet', busyText: 'Kastar...', variant: 'quiet', icon: 'trash' }}
        />
      )}
      {may.includes('stop') && (
        <>
          <p>Det som inte har gått iväg stannar här. Det som har gått går inte att ta tillbaka.</p>
          <IntentForm
            intent="stop"
            section="beslut"
            answer={answer}
            submit={{ children: 'Stoppa utskicket', busyText: 'Stoppar...', variant: 'alarm' }}
          />
        </>
      )}
    </Card>
  )
}

function Release({ broadcast, answer }: Props) {
  const { recipients, partsEach, price, wide, addresses, held, isFresh } = broadcast
  if (held) {
    return (
      <p className="flex items-start gap-3">
        <Icon name="info" className="mt-0.5 size-5 shrink-0 text-lamp-ink" />
        <span>
          <strong>Det kan inte gå ut som det är.</strong> {held}
          {broadcast.state === 'asked' &&
            ' Företaget har inte fått veta det. Skriv inte i avböjandet vem eller vad det gäller.'}
        </span>
      </p>
    )
  }
  return (
    <>
      <dl className="grid gap-4 sm:grid-cols-3">
        <Figure term="Mottagare" value={recipients} note="har sagt ja och bekräftat sitt nummer" />
        <Figure term="SMS-delar" value={recipients * partsEach} note={`${partsEach} till var och en`} />
        <Figure term="Kostnad" value={price} note="ungefär, efter antalet delar" />
      </dl>
      {wide.length > 0 && (
        <p className="flex items-start gap-3">
          <Icon name="info" className="mt-0.5 size-5 shrink-0 text-lamp-ink" />
          <span>
            Tecknen {wide.join(' ')} gör SMS:et dyrare: det ryms mindre än hälften så mycket i varje del. Skriv om det
            utan dem om det går.
          </span>
        </p>
      )}
      <IntentForm
        intent="release"
        section="beslut"
        answer={answer}
        submit={{ children: `Skicka till ${recipients} mottagare`, busyText: 'Skickar...' }}
      >
        {addresses.length > 0 && (
          <Checkbox
            name="addresses"
            label={`${addresses.join(' och ')} är inte någons hem och kommer inte från ett larm.`}
            hint="Texten har en adress i sig. Skicka den bara om den gäller en plats för alla."
          />
        )}
        <FreshLogin isFresh={isFresh} />
      </IntentForm>
    </>
  )
}

function Figure({ term, value, note }: { term: string; value: number | string; note: string }) {
  return (
    <div className="rounded-control bg-mist p-4">
      <dt className="text-small font-semibold text-soft">{term}</dt>
      <dd>
        <span className="tabular block text-h3">{value}</span>
        <span className="block text-small text-soft">{note}</span>
      </dd>
    </div>
  )
}
