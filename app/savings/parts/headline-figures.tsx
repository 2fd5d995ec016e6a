import type { Headline } from '../summary'

/** The five main results, styled like an annual report's key figures. */
export function HeadlineFigures({ headlines, className }: { headlines: Headline[]; className: string }) {
  return (
    <dl className={`grid gap-x-8 sm:gap-y-8 ${className}`}>
      {headlines.map(({ label, figure, note }) => (
        <div
          key={label}
          className="flex flex-wrap items-baseline gap-x-4 border-line border-t py-3.5 sm:flex-col sm:flex-nowrap sm:border-current sm:border-t-2 sm:pb-0"
        >
          <dt className="grow basis-28 font-semibold sm:grow-0 sm:basis-auto">{label}</dt>
          <dd className="hyphens-none font-semibold text-h3 sm:text-h2">{figure}</dd>
          <dd className="basis-full text-small text-soft sm:basis-auto">{note}</dd>
        </div>
      ))}
    </dl>
  )
}
