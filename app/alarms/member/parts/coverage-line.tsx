import { type CoverageLevel, coverageWords } from '~/guards/public'
import { notOpen } from '~/postcodes/public'
import { Icon } from '~/ui/marks/icon'

type Props = { coverage: CoverageLevel; isAreaOpen: boolean }

/** Whether somebody would be called now; or that the postcode has not opened, if it has no partner either. */
export function CoverageLine({ coverage, isAreaOpen }: Props) {
  const { icon, tone, ...words } = coverageWords[coverage]
  const { title, text } = coverage === 'no partner' && !isAreaOpen ? notOpen : words
  return (
    <div className="flex items-start gap-3">
      <Icon name={icon} className={`mt-0.5 size-6 ${tone === 'spruce' ? 'text-spruce' : 'text-lamp-ink'}`} />
      <p className="min-w-0">
        <span className="block font-semibold">{title}</span>
        <span className="text-soft">{text}</span>
      </p>
    </div>
  )
}
