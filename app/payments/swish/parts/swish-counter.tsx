import type { ReactNode } from 'react'
import { href } from 'react-router'
import { type FormAnswer, IntentForm } from '~/door/parts/intent-form'
import { ButtonLink } from '~/ui/form/button'
import { TextField } from '~/ui/form/field'
import { useHydrated } from '~/ui/form/hydrated'
import { Icon } from '~/ui/marks/icon'
import { QrCode } from '~/ui/marks/qr-code'
import type { ChargeToPay } from '../../read-charge.server'

type Counter = NonNullable<ChargeToPay['counter']>
type Props = { charge: ChargeToPay; counter: Counter; answer: FormAnswer | undefined }

/** A payment by Swish with confirmation: the form, the open request, and how the last one ended. */
export function SwishCounter({ charge, counter, answer }: Props) {
  const { open } = counter
  if (open?.is === 'held') {
    return (
      <Said>
        Swish säger att du har betalat, men något stämmer inte med det som vi bad om. Betala inte igen: vi tittar på det
        och hör av oss.
      </Said>
    )
  }
  if (open?.is === 'waiting') return <Waiting charge={charge} open={open} isDemo={counter.isDemo} answer={answer} />
  return (
    <>
      {open?.is === 'over' && <Said>{open.words}</Said>}
      <p className="mt-4">Betala i den här telefonen, eller skanna en kod med den som har Swish.</p>
      <IntentForm
        intent="swish-here"
        section="swish"
        answer={answer}
        className="mt-4"
        submit={{ children: `Betala ${charge.gross} med Swish`, busyText: 'Frågar Swish...' }}
      />
      <IntentForm
        intent="swish-by-number"
        section="swish"
        answer={answer}
        className="mt-6 grid max-w-md gap-4 border-t border-line pt-6"
        submit={{ children: 'Skicka till telefonen', busyText: 'Skickar...', variant: 'secondary' }}
      >
        <TextField
          name="phone"
          label="Eller skriv numret till den som ska betala"
          hint="Swish frågar i den telefonen. Numret sparas inte efter betalningen."
          type="tel"
          autoComplete="tel"
          required
        />
      </IntentForm>
    </>
  )
}

type WaitingProps = Pick<Props, 'charge' | 'answer'> & {
  open: Extract<Counter['open'], { is: 'waiting' }>
  isDemo: boolean
}

function Waiting({ charge, open: { isTaken, phone, opens }, isDemo, answer }: WaitingProps) {
  const hydrated = useHydrated()
  const goesOn = hydrated ? 'Sidan går vidare av sig själv när du har betalat.' : 'Ladda sidan igen när du har betalat.'
  return (
    <>
      <Said>
        {phone && isTaken && `Öppna Swish på ${phone} och godkänn ${charge.gross}. `}
        {opens && 'Godkänn i Swish. '}
        {isTaken && (phone || opens) ? goesOn : 'Vi väntar på svar från Swish. Det kan ta några minuter.'}
      </Said>
      {opens && (
        <div className="mt-5 grid items-start gap-6 sm:grid-cols-[auto_1fr]">
          <QrCode
            picture={opens.picture}
            label={`QR-kod för att betala ${charge.gross} i Swish. I den här telefonen öppnar du Swish med knappen bredvid.`}
            className="mx-auto w-52 max-sm:order-last sm:w-56"
          />
          <div className="grid content-start gap-4">
            <p>Skanna koden i Swish. Har du Swish i den här telefonen:</p>
            <p>
              <ButtonLink to={opens.link} icon="external">
                Öppna Swish
              </ButtonLink>
            </p>
          </div>
        </div>
      )}
      <p className="mt-5">
        <a href={href('/dashboard/pay/:id', { id: charge.id })}>Se om betalningen har kommit</a>
      </p>
      {isDemo && (
        <div className="mt-6 border-t border-line pt-5">
          <p className="text-small text-soft">I demon finns ingen telefon. Svara i dess ställe:</p>
          <div className="mt-3 flex flex-wrap gap-3">
            {answers.map(({ says, label }) => (
              <IntentForm
                key={says}
                intent="answer-for-phone"
                section="swish"
                answer={answer}
                row={{ says }}
                submit={{ children: label, variant: 'secondary', size: 'small' }}
              />
            ))}
          </div>
        </div>
      )}
    </>
  )
}

const answers = [
  { says: 'yes', label: 'Godkänn i telefonen' },
  { says: 'no', label: 'Säg nej i telefonen' },
] as const

/** The state, as a live region, so that screen readers announce it. */
function Said({ children }: { children: ReactNode }) {
  return (
    <p className="mt-4 flex gap-3 rounded-card bg-mist p-5" role="status">
      <Icon name="clock" className="mt-0.5 size-6 shrink-0" />
      <span>{children}</span>
    </p>
  )
}
