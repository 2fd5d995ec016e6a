import { notifyDebtor } from '~/companies/public.server'
import type { Clock } from '~/platform/clock.server'
import type { Config } from '~/platform/config.server'
import type { Database } from '~/platform/database/database.server'
import { formatOre, type Ore } from '~/shared/money'
import { firstDay, type Month, monthAfter, monthName } from '~/shared/month'
import { dayOf, formatDate } from '~/shared/time'
import { feeLines, formatSum } from '../charge'
import { type Charge, insertCharges } from '../charge-store.server'
import { dueOnFrom } from '../days'
import { factsToPay, mayLogIn, payAction } from '../letters/how-to-pay.server'

type Ports = { db: Database; clock: Clock; config: Config }

export type FeeOfMonth = {
  companyId: string
  month: Month
  /** The parts of the sum. Credits are negative, the total is positive. */
  parts: readonly { text: string; gross: Ore }[]
  /** The same sum, booking by booking, for a company for which nobody can log in to read it. */
  specified: readonly { text: string; gross: Ore }[]
}

/** A letter lists at most this many lines. */
const mostInLetter = 100

/**
 * Charges a company for the fees of a month that is over. Part of the transaction of `statements/`, which knows the
 * bookings. Idempotent: null if that month has a charge already.
 */
export async function askForFee(
  ports: Ports,
  { companyId, month, parts, specified }: FeeOfMonth,
): Promise<Charge | null> {
  const { db } = ports
  const now = ports.clock.now()
  const [charge] = await insertCharges(
    db,
    [
      {
        key: `fee ${companyId} ${month}`,
        kind: 'fee',
        payer: { companyId },
        lines: feeLines(parts),
        dueOn: dueOnFrom(dayOf(now)),
        period: { from: firstDay(month), until: firstDay(monthAfter(month)) },
      },
    ],
    now,
  )
  if (!charge) return null
  const isReadable = await mayLogIn(db, companyId)
  await notifyDebtor(db, companyId, {
    kind: 'payment asked',
    subject: `Avgift för bokningar i ${monthName(month)}: ${formatOre(charge.gross)} att betala`,
    letter: {
      greeting: 'Hej,',
      paragraphs: [
        `Avgiften för era genomförda bokningar i ${monthName(month)} är ${formatOre(charge.gross)}, varav moms ${formatOre(charge.vat)}. Betala senast ${formatDate(charge.dueOn)}.`,
        isReadable
          ? 'Vilka bokningar det gäller står under Intäkter, där de också finns som PDF.'
          : 'Här är bokningarna som det gäller.',
      ],
      facts: [
        ...factsToPay(ports.config, charge),
        ...(isReadable
          ? []
          : specified.slice(0, mostInLetter).map(({ text, gross }) => ({ term: text, value: formatSum(gross) }))),
      ],
      action: payAction(ports.config, charge, isReadable),
    },
  })
  return charge
}
