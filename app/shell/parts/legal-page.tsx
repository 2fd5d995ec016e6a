import type { ReactNode } from 'react'
import { formatDate } from '~/shared/time'

export type LegalSection = { id: string; title: string; text: ReactNode }

type LegalPageProps = {
  title: string
  lead: string
  /** The version of the text, which is the day from which it applies. */
  version: string
  /** The summary, for those who read nothing else. */
  inShort: readonly string[]
  /** What changed last, for those who knew the text before. */
  news?: LegalSection | undefined
  sections: readonly LegalSection[]
}

/** A long text for reading: a summary, a table of contents, then numbered sections. */
export function LegalPage({ title, lead, version, inShort, news, sections }: LegalPageProps) {
  return (
    <article className="page section">
      <h1 className="text-display">{title}</h1>
      <p className="prose-width mt-5 text-lead text-soft">{lead}</p>
      <p className="mt-4 text-small text-soft">
        Gäller från <time dateTime={version}>{formatDate(version)}</time>
        {news && (
          <>
            {' · '}
            <a href={`#${news.id}`}>{news.title}</a>
          </>
        )}
      </p>
      <div className="mt-12 grid gap-x-16 gap-y-12 lg:grid-cols-[17rem_minmax(0,1fr)]">
        <nav aria-label="Innehåll" className="hidden lg:block">
          <ol className="sticky top-8 grid gap-1 text-small">
            {sections.map((section, index) => (
              <li key={section.id}>
                <a href={`#${section.id}`} className="block py-1.5 text-soft hover:text-spruce hover:underline">
                  {index + 1}. {section.title}
                </a>
              </li>
            ))}
          </ol>
        </nav>
        <div className="prose-width min-w-0">
          <section aria-labelledby="i-korthet" className="rounded-card bg-mist p-6 sm:p-8">
            <h2 id="i-korthet" className="text-h3">
              I korthet
            </h2>
            <ul className="mt-4 grid list-disc gap-2 pl-5 marker:text-lamp-ink">
              {inShort.map((line) => (
                <li key={line}>{line}</li>
              ))}
            </ul>
          </section>
          {news && (
            <section aria-labelledby={news.id} className="mt-8 rounded-card border border-line p-6 sm:p-8">
              <h2 id={news.id} className="scroll-mt-8 text-h3">
                {news.title}
              </h2>
              <div className="mt-4 grid gap-4">{news.text}</div>
            </section>
          )}
          {sections.map((section, index) => (
            <section key={section.id} aria-labelledby={section.id} className="mt-12">
              <h2 id={section.id} className="scroll-mt-8 text-h3">
                {index + 1}. {section.title}
              </h2>
              <div className="mt-4 grid gap-4">{section.text}</div>
            </section>
          ))}
        </div>
      </div>
    </article>
  )
}

export function List({ items }: { items: readonly ReactNode[] }) {
  return (
    <ul className="grid list-disc gap-2 pl-5 marker:text-soft">
      {items.map((item, index) => (
        // The lists of a legal text are static, so the index is a stable key.
        // biome-ignore lint/suspicious/noArrayIndexKey: the items are rich text without a key of their own
        <li key={index}>{item}</li>
      ))}
    </ul>
  )
}
