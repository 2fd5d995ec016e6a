import { type FormAnswer, IntentForm } from '~/door/parts/intent-form'
import { Card } from '~/ui/card'
import { Progress } from '~/ui/progress'
import { FREE_MONTH_POINTS } from '../points'
import type { PointsShown } from '../read-points.server'

type Props = { points: Pick<PointsShown, 'balance' | 'key'>; answer: FormAnswer | undefined }

export function RedeemCard({ points: { balance, key }, answer }: Props) {
  const isEnough = balance >= FREE_MONTH_POINTS
  return (
    <Card as="section" id="byt" aria-labelledby="byt-titel" className="grid content-start gap-4 scroll-mt-6">
      <h2 id="byt-titel" className="text-h4">
        En fri månad för {FREE_MONTH_POINTS} poäng
      </h2>
      <p>Månaden läggs till när din provperiod och andra fria månader är slut. Värde 39&nbsp;kr.</p>
      {isEnough || answer ? (
        <IntentForm
          intent="redeem-free-month"
          section="byt"
          answer={answer}
          // After a refusal the same idempotency key is posted again.
          hidden={{ key: answer?.values?.key ?? key }}
          submit={{
            children: `Byt ${FREE_MONTH_POINTS} poäng`,
            busyText: 'Byter...',
            icon: 'sparkle',
            disabled: !isEnough,
          }}
        />
      ) : (
        <Progress
          label="På väg"
          value={balance}
          max={FREE_MONTH_POINTS}
          text={`${FREE_MONTH_POINTS - balance} poäng kvar`}
        />
      )}
    </Card>
  )
}
