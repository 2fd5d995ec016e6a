import { href } from 'react-router'
import type { Listing } from '~/companies/public.server'
import { sendMail } from '~/notifications/public.server'
import { type Charge, formatReference, type GivenBack } from '~/payments/public.server'
import type { Database } from '~/platform/database/database.server'
import { formatOre, type Ore } from '~/shared/money'
import { type Month, monthName } from '~/shared/month'
import { formatDate } from '~/shared/time'
import { packageOf } from './packages'
import type { SlotKind } from './slot'

/** What a company is told by mail about its months, in the transaction that it tells of. */
type To = Pick<Listing, 'name' | 'email'>

const months = new Intl.ListFormat('sv-SE')
const listed = (of: readonly Month[]) => months.format([...of].sort().map(monthName))
const toPackage = (origin: string) => ({ label: 'Se ditt paket', url: `${origin}/dashboard/provider/package` })

type Application = { plan: SlotKind; months: readonly Month[]; totalOre: Ore; charge: Charge }

export async function mailApplication(db: Database, origin: string, to: To, application: Application) {
  const { name } = packageOf(application.plan)
  await sendMail(db, 'package application', to.email, `Vi har fått din ansökan: ${name}`, {
    greeting: `Hej ${to.name},`,
    paragraphs: [
      `Du har ansökt om ${name} för ${listed(application.months)}. Det kostar ${formatOre(application.totalOre)} exklusive moms, ${formatOre(application.charge.gross)} med moms.`,
      `Betala med Swish senast ${formatDate(application.charge.dueOn)}. Skriver du in betalningen själv: ange ${formatReference(application.charge.reference)} som meddelande.`,
      'När betalningen har kommit in gäller paketet i den månad du har valt.',
    ],
    action: { label: 'Betala', url: `${origin}${href('/dashboard/pay/:id', { id: application.charge.id })}` },
  })
}

export async function mailActivation(db: Database, origin: string, to: To, booked: { kind: SlotKind; month: Month }[]) {
  const names = [...new Set(booked.map(({ kind }) => packageOf(kind).name))].join(' och ')
  await sendMail(db, 'package paid', to.email, `Tack, betalningen är här: ${names}`, {
    greeting: `Hej ${to.name},`,
    paragraphs: [
      `Din betalning för ${names} är mottagen.`,
      `Du syns som ${names} i ${listed([...new Set(booked.map(({ month }) => month))])}.`,
    ],
    action: toPackage(origin),
  })
}

export async function mailRelease(
  db: Database,
  origin: string,
  to: To,
  released: { kind: SlotKind; month: Month; reason: string; credit: GivenBack | null },
) {
  const { name } = packageOf(released.kind)
  await sendMail(db, 'package month released', to.email, `Din månad är släppt: ${monthName(released.month)}`, {
    greeting: `Hej ${to.name},`,
    paragraphs: [
      `${name} för ${monthName(released.month)} är inte längre bokad för ditt företag.`,
      `Anledning: ${released.reason}`,
      ...(released.credit
        ? [
            `Du får tillbaka ${formatOre(released.credit.amount.gross)}, moms inräknad. Det står på kreditkvitto ${released.credit.creditNumber}.`,
          ]
        : []),
      'Undrar du över något? Skriv till oss från startsidan, så svarar vi.',
    ],
    action: toPackage(origin),
  })
}
