import { formatOre, type Ore } from '~/shared/money'
import { Icon } from '~/ui/marks/icon'
import { RUT_CEILING_KRONOR, rutEstimate } from '../rut'

type Props = { customerPaysOre: Ore; labourPercent: number; className?: string }

const ceiling = new Intl.NumberFormat('sv-SE').format(RUT_CEILING_KRONOR)

/** What a deduction may leave to pay, beside the price and never instead of it, with all that it takes. */
export function RutHint({ customerPaysOre, labourPercent, className = '' }: Props) {
  const labour = labourPercent === 100 ? 'hela priset' : `${labourPercent}\u00a0% av priset`
  const { afterRutOre } = rutEstimate({ customerPaysOre, labourPercent })
  return (
    <p className={`flex gap-3 text-small ${className}`}>
      <Icon name="coin" className="mt-[0.15em] size-5 shrink-0 text-spruce" />
      <span>
        <strong className="tabular font-semibold">
          RUT-avdrag möjligt: ungefär {formatOre(afterRutOre)} i stället för {formatOre(customerPaysOre)}.
        </strong>{' '}
        Avdraget är hälften av arbetet med moms, här {labour}, och högst {ceiling} kr per person och år; hur mycket du
        har kvar vet Skatteverket. Företaget drar av det och begär det där när du har betalat din del. Ditt personnummer
        ger du företaget, inte oss.
      </span>
    </p>
  )
}
