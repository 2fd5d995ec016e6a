import { plans } from '~/companies/public'
import { readCompanyPostcodes } from '~/companies/public.server'
import type { Database } from '~/platform/database/database.server'
import type { Ore } from '~/shared/money'
import { monthOfDay } from '~/shared/month'
import type { GivenBy, MoneyPorts } from '../activation.server'
import type { ChargeKind } from '../charge'
import type { Charge, ChargeLine } from '../charge-store.server'
import { type PatrolPart, shareOf, takenBack } from './share'
import { readPartsLeft, readSharePercent } from './share-store.server'

/** Whether a charge is for a package. Membership and fees have no patrol part. */
const isPackage = (kind: ChargeKind) => (plans as readonly string[]).includes(kind)

/**
 * The patrol parts of packages that are being paid, by charge id: today's share, for the postcode of each month. Part
 * of the transaction that books them.
 */
export async function partsOfPaid(
  { db, above }: Pick<MoneyPorts, 'db' | 'above'>,
  paid: readonly Charge[],
  lines: readonly ChargeLine[],
  given: GivenBy,
): Promise<Map<string, PatrolPart[]>> {
  const packages = paid.filter(({ kind, companyId }) => companyId !== null && isPackage(kind))
  if (packages.length === 0) return new Map()
  const percent = await readSharePercent(db)
  const ofPackages = lines.filter(({ chargeId }) => packages.some(({ id }) => id === chargeId))
  const slots = await above.readSlotPlaces(
    db,
    ofPackages.flatMap(({ slotId }) => slotId ?? []),
  )
  const homes = await readCompanyPostcodes(
    db,
    packages.flatMap(({ companyId }) => companyId ?? []),
  )
  const partOf = (charge: Charge, { slotId, net }: ChargeLine): PatrolPart[] => {
    const { companyId } = charge
    const periodFrom = given.get(charge.id)?.from ?? charge.periodFrom
    const home = companyId === null ? undefined : homes.get(companyId)
    const place =
      slotId === null ? periodFrom && home && { postcode: home, month: monthOfDay(periodFrom) } : slots.get(slotId)
    const amount = shareOf(net, percent)
    return companyId && place && amount > 0 ? [{ ...place, slotId, companyId, percent, net, amount }] : []
  }
  return new Map(
    packages.map((charge) => [
      charge.id,
      ofPackages.filter(({ chargeId }) => chargeId === charge.id).flatMap((line) => partOf(charge, line)),
    ]),
  )
}

/** The negative patrol parts of a credit note for these lines. */
export async function partsTakenBack(
  db: Database,
  receiptNumber: number,
  lines: readonly { slotId?: string | null; net: Ore }[],
): Promise<PatrolPart[]> {
  const left = await readPartsLeft(db, receiptNumber)
  return lines.flatMap(({ slotId = null, net }) => {
    const part = left.find((one) => one.slotId === slotId && one.net > 0)
    return part ? [takenBack(part, net)] : []
  })
}
