import { href } from 'react-router'
import { readMayAct } from '~/accounts/public.server'
import { notifyCompany, notifyDebtor } from '~/companies/public.server'
import { notifyPerson } from '~/notifications/public.server'
import { sendMail } from '~/outbox/public.server'
import { writeToUs } from '~/platform/mail/write-to-us'
import { formatOre } from '~/shared/money'
import { monthName, monthOfDay } from '~/shared/month'
import { formatDate } from '~/shared/time'
import type { MoneyPorts } from '../activation.server'
import { chargeKinds } from '../charge'
import type { Charge } from '../charge-store.server'
import type { GivenBack } from '../give-back.server'
import { formatReference } from '../reference'
import { mayLogIn, payAction } from './how-to-pay.server'

/** Tells a company that the remaining months of an application have a new charge with a new reference. */
export async function tellOfNewNumber(
  { db, config }: Pick<MoneyPorts, 'db' | 'config'>,
  companyId: string,
  before: Charge,
  charge: Charge,
) {
  await notifyCompany(db, companyId, {
    kind: 'payment asked',
    subject: `Nytt nummer för betalningen: ${formatReference(charge.reference)}`,
    letter: {
      greeting: 'Hej,',
      paragraphs: [
        `En av månaderna i betalning ${formatReference(before.reference)} är inte längre bokad. Resten kostar ${formatOre(charge.net)}, ${formatOre(charge.gross)} med moms.`,
        `Betala senast ${formatDate(charge.dueOn)}. Skriver ni in betalningen själva: ange ${formatReference(charge.reference)} som meddelande.`,
      ],
      action: payAction(config, charge, await mayLogIn(db, companyId)),
    },
  })
}

/**
 * What a company that closes gets back for months to come, and the address to tell, since nobody can log in to read it.
 */
export type BaseBack = { email: string; credits: readonly GivenBack[] }

/** Sent after the account is deleted, since the deletion removes the account's own letters. */
export async function tellOfBaseBack({ db, config }: Pick<MoneyPorts, 'db' | 'config'>, { email, credits }: BaseBack) {
  if (credits.length === 0) return
  const sum = credits.reduce((all, { amount }) => all + amount.gross, 0)
  await sendMail(db, 'payment given back', email, `Ni får tillbaka ${formatOre(sum)}`, {
    greeting: 'Hej,',
    paragraphs: [
      'Företaget är borttaget, och ni hade betalat Bas för månader som inte har börjat.',
      ...credits.map(
        ({ amount, creditNumber }) =>
          `Ni får tillbaka ${formatOre(amount.gross)}, moms inräknad, på samma sätt som ni betalade. Det står på kreditkvitto ${creditNumber}.`,
      ),
      `Är något fel? ${writeToUs(config)}`,
    ],
    action: { label: 'Till startsidan', url: config.origin + href('/') },
  })
}

type Told = { charge: Charge; number: number; period: { from: string; until: string } | null }

/**
 * Thanks for payments, with a link to each receipt, unless nobody can log in to open it. Booked months are thanked for
 * by sponsorship, in a letter that says what they now are.
 */
export async function tellOfReceipts(ports: MoneyPorts, told: readonly Told[]) {
  for (const { charge, number, period } of told) {
    const url = ports.config.origin + href('/dashboard/receipts/:number', { number: String(number) })
    const action = { label: `Visa kvitto ${number}`, url }
    if (charge.kind === 'membership' && charge.memberId) {
      const isReadable = await readMayAct(ports.db, charge.memberId, 'member')
      await notifyPerson(ports.db, charge.memberId, {
        kind: 'payment received',
        subject: `Tack, din betalning är här: kvitto ${number}`,
        letter: {
          greeting: 'Hej,',
          paragraphs: [
            `Vi har fått ${formatOre(charge.gross)}, varav moms ${formatOre(charge.vat)}.`,
            ...(period ? [`Ditt medlemskap är betalt till ${formatDate(period.until)}.`] : []),
            ...(isReadable ? [] : [`Behöver du kvittot? ${writeToUs(ports.config)}`]),
          ],
          ...(isReadable ? { action } : {}),
        },
      })
    }
    if ((charge.kind === 'base' || charge.kind === 'fee') && charge.companyId) {
      const isReadable = await mayLogIn(ports.db, charge.companyId)
      await notifyDebtor(ports.db, charge.companyId, {
        kind: 'payment received',
        subject: `Tack, betalningen är här: kvitto ${number}`,
        letter: {
          greeting: 'Hej,',
          paragraphs: [
            `Vi har fått ${formatOre(charge.gross)} för ${chargeKinds[charge.kind].label}, varav moms ${formatOre(charge.vat)}.`,
            // The payment was moved to another month, since the month of the charge was struck.
            ...(period ? [`Betalningen gäller ${monthName(monthOfDay(period.from))}.`] : []),
            ...(isReadable ? [] : [`Behöver ni kvittot? ${writeToUs(ports.config)}`]),
          ],
          ...(isReadable ? { action } : {}),
        },
      })
    }
  }
}
