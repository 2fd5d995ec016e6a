import { notOpen } from '~/postcodes/public'
import { EMERGENCY_NUMBER } from '~/shared/product'
import { ButtonLink } from '~/ui/form/button'
import { Icon } from '~/ui/marks/icon'
import { type CoverageLevel, coverageWords } from '../coverage'

type Props = { level: CoverageLevel; isAreaOpen?: boolean; className?: string }

/** Tells a resident whether an alarm would be met now, with the emergency number. */
export function CoverageCard({ level, isAreaOpen = true, className = '' }: Props) {
  const { icon, ...words } = coverageWords[level]
  const { title, text } = level === 'no partner' && !isAreaOpen ? notOpen : words
  const isStaffed = level === 'staffed'
  return (
    <section
      aria-labelledby="coverage"
      className={`flex flex-wrap items-center gap-x-5 gap-y-4 rounded-card p-5 sm:p-6 ${isStaffed ? 'bg-fern' : 'bg-mist'} ${className}`}
    >
      <Icon name={icon} className={`size-8 shrink-0 ${isStaffed ? 'text-spruce' : 'text-alarm-text'}`} />
      <div className="min-w-0 flex-1 basis-60">
        <h2 id="coverage" className="text-h4">
          {title}
        </h2>
        <p className="mt-1">{text}</p>
      </div>
      {!isStaffed && (
        <ButtonLink to={`tel:${EMERGENCY_NUMBER}`} variant="secondary" icon="phone">
          Ring {EMERGENCY_NUMBER}
        </ButtonLink>
      )}
    </section>
  )
}
