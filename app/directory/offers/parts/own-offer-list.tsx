import { formatPeriod, SmallDeed } from '~/companies/public'
import { Badge } from '~/ui/badge'
import { Card } from '~/ui/card'
import type { OfferState } from '../offer-form'

type Offer = { id: string; title: string; description: string; valid_from: string; valid_to: string; state: OfferState }

const shownAs = {
  waiting: { label: 'Väntar på betalning', tone: 'lamp', icon: 'clock' },
  planned: { label: 'Planerat', tone: 'neutral', icon: 'calendar' },
  running: { label: 'Pågår', tone: 'spruce', icon: 'check' },
  over: { label: 'Har varit', tone: 'neutral', icon: 'clock' },
  ended: { label: 'Avslutat', tone: 'neutral', icon: 'eye-off' },
} as const satisfies Record<OfferState, object>

const live: readonly OfferState[] = ['waiting', 'planned', 'running']

/** The company's offers: current and planned ones first, then those that have ended. */
export function OwnOfferList({ offers }: { offers: Offer[] }) {
  if (offers.length === 0)
    return <p className="mt-3 prose-width text-soft">Ni har inga erbjudanden än. Gör ett här nedanför.</p>
  const ahead = offers.filter(({ state }) => live.includes(state))
  const gone = offers.filter(({ state }) => !live.includes(state))
  return (
    <>
      {ahead.length === 0 && <p className="mt-3 prose-width text-soft">Inget erbjudande är på gång just nu.</p>}
      <OfferRows offers={ahead} />
      {gone.length > 0 && (
        <details className="mt-4">
          <summary className="inline-flex min-h-12 cursor-pointer items-center font-semibold">
            Tidigare ({gone.length})
          </summary>
          <OfferRows offers={gone} />
        </details>
      )}
    </>
  )
}

function OfferRows({ offers }: { offers: Offer[] }) {
  if (offers.length === 0) return null
  return (
    <ul className="mt-4 grid max-w-2xl gap-4">
      {offers.map(({ id, title, description, valid_from, valid_to, state }) => {
        const { label, tone, icon } = shownAs[state]
        return (
          <Card as="li" key={id} className="grid gap-3">
            <div className="flex flex-wrap items-start justify-between gap-x-6 gap-y-2">
              <div className="min-w-0">
                <h2 className="text-h4 wrap-anywhere">{title}</h2>
                <p className="mt-1 text-soft">{formatPeriod(valid_from, valid_to)}</p>
              </div>
              <Badge tone={tone} icon={icon}>
                {label}
              </Badge>
            </div>
            {description && <p className="whitespace-pre-line wrap-anywhere">{description}</p>}
            {live.includes(state) && (
              <SmallDeed intent="end-offer" hidden={{ id }} label={`Avsluta ${title}`} icon="close">
                Avsluta
              </SmallDeed>
            )}
          </Card>
        )
      })}
    </ul>
  )
}
