import { href } from 'react-router'
import { type Plan, packageOf } from '~/companies/public'
import type { Listing } from '~/companies/public.server'
import { sendMail, toCompany } from '~/outbox/public.server'
import { type Charge, formatReference, type GivenBack } from '~/payments/public.server'
import type { Config } from '~/platform/config.server'
import type { Database } from '~/platform/database/database.server'
import { writeToUs } from '~/platform/mail/write-to-us'
import { formatOre } from '~/shared/money'
import { type Month, monthName } from '~/shared/month'
import { PRODUCT_NAME } from '~/shared/product'
import { formatDate } from '~/shared/time'
import type { Slot, SlotKind } from './slot'

/** Letters about a company's months, written in the transaction that changes them. */
type To = Pick<Listing, 'name' | 'email' | 'ownerId' | 'isApproved' | 'isHidden'>

const months = new Intl.ListFormat('sv-SE')
const listed = (of: readonly Month[]) => months.format([...of].sort().map(monthName))
const toPackage = (origin: string) => ({ label: 'Se ert paket', url: `${origin}/dashboard/provider/package` })

type Application = { plan: SlotKind; months: readonly Month[]; charge: Charge }

export async function mailApplication(db: Database, origin: string, to: To, application: Application) {
  const { name } = packageOf(application.plan)
  await sendMail(db, 'package application', toCompany(to), `Vi har fått er ansökan: ${name}`, {
    greeting: `Hej ${to.name},`,
    paragraphs: [
      `Ni har ansökt om ${name} för ${listed(application.months)}. ${costOf(application.charge)}`,
      howToPay(application.charge),
      'När betalningen har kommit in gäller paketet i den månad ni har valt. Grannarna ser märket när månaden har börjat, om vi har godkänt företaget.',
    ],
    action: toPayment(origin, application.charge),
  })
}

type Changed = {
  plan: Plan
  reason: string
  /** The months that were booked, and their charge. */
  booked: { months: readonly Month[]; charge: Charge } | null
  released: readonly Pick<Slot, 'kind' | 'month'>[]
  credits: readonly GivenBack[]
}

export async function mailPlanChange(db: Database, config: Config, to: To, changed: Changed) {
  const { booked, released, credits } = changed
  const { name } = packageOf(changed.plan)
  const letGo = released.map(({ kind, month }) => `${packageOf(kind).name} ${monthName(month)}`)
  await sendMail(db, 'package changed', toCompany(to), `Ert paket är nu ${name}`, {
    greeting: `Hej ${to.name},`,
    paragraphs: [
      `En administratör på ${PRODUCT_NAME} har bytt ert paket till ${name}${booked ? ` för ${listed(booked.months)}` : ''}.`,
      `Anledning: ${changed.reason}`,
      ...(booked
        ? [costOf(booked.charge), howToPay(booked.charge), 'När betalningen har kommit in gäller paketet.']
        : []),
      ...(letGo.length > 0
        ? [`Det här är inte längre bokat: ${months.format(letGo)}. Obetalt behöver inte betalas.`]
        : []),
      ...credits.map(creditWords),
      ifUnclear(config),
    ],
    action: booked ? toPayment(config.origin, booked.charge) : toPackage(config.origin),
  })
}

const ifUnclear = (config: Config) => `Undrar ni över något? ${writeToUs(config, 'så svarar vi')}`

const costOf = ({ net, gross }: Charge) => `Det kostar ${formatOre(net)} exklusive moms, ${formatOre(gross)} med moms.`

const howToPay = ({ dueOn, reference }: Charge) =>
  `Betala med Swish senast ${formatDate(dueOn)}. Skriver ni in betalningen själva: ange ${formatReference(reference)} som meddelande.`

const toPayment = (origin: string, { id }: Charge) => ({
  label: 'Betala',
  url: `${origin}${href('/dashboard/pay/:id', { id })}`,
})

const creditWords = ({ amount, creditNumber }: GivenBack) =>
  `Ni får tillbaka ${formatOre(amount.gross)}, moms inräknad. Det står på kreditkvitto ${creditNumber}.`

export async function mailActivation(
  db: Database,
  origin: string,
  to: To,
  booked: { kind: SlotKind; month: Month }[],
  credits: readonly GivenBack[],
) {
  const inMonths = listed([...new Set(booked.map(({ month }) => month))])
  const names = [...new Set(booked.map(({ kind }) => packageOf(kind).name))].join(' och ')
  await sendMail(db, 'package paid', toCompany(to), `Tack, betalningen är här: ${names}`, {
    greeting: `Hej ${to.name},`,
    paragraphs: [
      `Er betalning för ${names} är mottagen.`,
      to.isApproved
        ? `Ni syns som ${names} i ${inMonths}.`
        : `Månaden är er: ${inMonths}. Ni syns som ${names} då, ${to.isHidden ? 'om företaget inte är dolt' : 'när vi har godkänt ert företag'}.`,
      ...(credits.length > 0 ? ['Bas ingår i månaden, och var betald redan.', ...credits.map(creditWords)] : []),
    ],
    action: toPackage(origin),
  })
}

export async function mailRelease(
  db: Database,
  config: Config,
  to: To,
  released: { kind: SlotKind; month: Month; reason: string; credit: GivenBack | null },
) {
  const { name } = packageOf(released.kind)
  await sendMail(db, 'package month released', toCompany(to), `Er månad är släppt: ${monthName(released.month)}`, {
    greeting: `Hej ${to.name},`,
    paragraphs: [
      `${name} för ${monthName(released.month)} är inte längre bokad för ert företag.`,
      `Anledning: ${released.reason}`,
      ...(released.credit ? [creditWords(released.credit)] : []),
      ifUnclear(config),
    ],
    action: toPackage(config.origin),
  })
}
