import { Form } from '~/ui/form/form'
import { SubmitButton } from '~/ui/form/submit-button'
import type { TakerAnswer } from '../../answer/pages/taker-deeds.server'
import type { PartnerAlarm } from '../../history/alarm-views'
import type { HomeSeen } from '../../home/home-form'

const whereWords = {
  home: 'Hemma',
  here: 'Där telefonen är',
  elsewhere: 'På annan plats: läs meddelandet',
} as const satisfies Record<NonNullable<PartnerAlarm['place']>, string>

/** Where help is needed, as the member chose it. */
export function WhereWords({ place }: Pick<PartnerAlarm, 'place'>) {
  return (
    <p className="text-lead">
      <span className="text-soft">Var: </span>
      <span className="font-semibold">{place ? whereWords[place] : 'Det sas inte'}</span>
    </p>
  )
}

/** Says so explicitly, so that the guard does not look for an address that was never filled in. */
export function HomeUnknown() {
  return <p className="font-semibold">Adressen hem är inte ifylld.</p>
}

/** The member's address and door code. Shown on request only, since each look is recorded. */
export function HomeShown({ answer }: { answer: TakerAnswer | undefined }) {
  if (answer?.home) return <Door home={answer.home} />
  if (answer?.home === null) return <p className="text-soft">Adressen går inte att läsa just nu. Fråga jouren.</p>
  return (
    <Form action="?#top">
      <SubmitButton name="intent" value="look home" icon="home" busyText="Hämtar..." className="min-h-14 w-full">
        Visa adress och portkod
      </SubmitButton>
      <p className="mt-2 text-small text-soft">Att du tittar skrivs i larmets historik.</p>
    </Form>
  )
}

function Door({ home }: { home: HomeSeen }) {
  const { street, number, floor, doorName, doorCode, toKnow, savedIn } = home
  const facts = [
    ['Våning', floor],
    ['På dörren', doorName],
    ['Portkod', doorCode || 'ingen angiven'],
    ['Bra att veta', toKnow],
  ].filter(([, fact]) => fact)
  return (
    <section aria-label="Hem" className="rounded-control bg-mist p-4">
      <p className="text-h3 wrap-anywhere">
        {street} {number}
      </p>
      {savedIn ? (
        <p className="mt-1 font-semibold">
          Adressen är sparad i {savedIn}, och larmet är från ett annat postnummer. Hen kan ha flyttat: fråga jouren.
        </p>
      ) : null}
      <dl className="mt-2 grid grid-cols-1 gap-1 text-lead">
        {facts.map(([name, fact]) => (
          <div key={name} className="flex flex-wrap gap-x-2">
            <dt className="text-soft">{name}:</dt>
            <dd className="min-w-0 font-semibold wrap-anywhere whitespace-pre-line">{fact}</dd>
          </div>
        ))}
      </dl>
    </section>
  )
}
