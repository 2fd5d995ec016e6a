import { type CoverageLevel, coverageWords } from '~/guards/public'
import { Icon } from '~/ui/marks/icon'

/** Plainly, whether somebody would be called just now. */
export function CoverageLine({ coverage }: { coverage: CoverageLevel }) {
  const { icon, tone, title, text } = coverageWords[coverage]
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
