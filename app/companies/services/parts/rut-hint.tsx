import { formatOre, type Ore } from '~/shared/money'
import { Icon } from '~/ui/marks/icon'
import { RUT_CEILING_ORE, rutEstimate } from '../rut'

type Props = { customerPaysOre: Ore; labourPercent: number; className?: string }

/**
 * The estimated price after the tax deduction, shown beside the price and never instead of it. A page with this also
 * shows `RutTerms`.
 */
export function RutHint({ customerPaysOre, labourPercent, className = '' }: Props) {
  const labour = labourPercent === 100 ? 'Hela priset' : `${labourPercent}\u00a0% av priset`
  const { afterRutOre } = rutEstimate({ customerPaysOre, labourPercent })
  return (
    <p className={`@container flex gap-3 text-small ${className}`}>
      <Icon name="coin" className="mt-[0.15em] size-5 shrink-0 text-spruce @max-[9rem]:hidden" />
      <span>
        <strong className="tabular font-semibold">
          Rutavdrag möjligt: ungefär {formatOre(afterRutOre)} i stället för {formatOre(customerPaysOre)}.
        </strong>{' '}
        {labour} är arbete.
      </span>
    </p>
  )
}

/** The conditions of the estimate, once on each page that shows one. */
export function RutTerms({ className = '' }: { className?: string }) {
  return (
    <p className={`text-small text-soft ${className}`}>
      Rutavdraget är hälften av arbetet med moms, högst {formatOre(RUT_CEILING_ORE)} per person och år. Hur mycket du
      har kvar vet Skatteverket. Företaget drar av det och begär det där när du har betalat din del. Ditt personnummer
      ger du företaget, inte oss.
    </p>
  )
}
