import type { Headline } from '../summary'

/** The five results, set like the key figures of an annual report: a rule, a name, a large number. */
export function HeadlineFigures({ headlines }: { headlines: Headline[] }) {
  return (
    <dl className="grid grid-cols-[repeat(auto-fit,minmax(min(100%,10.5rem),1fr))] gap-x-8 gap-y-8">
      {headlines.map(({ label, figure, note }) => (
        <div key={label} className="flex flex-col border-current border-t-2 pt-3">
          <dt className="font-semibold">{label}</dt>
          <dd className="mt-1 hyphens-none text-h2 tabular">{figure}</dd>
          <dd className="text-small text-soft">{note}</dd>
        </div>
      ))}
    </dl>
  )
}
