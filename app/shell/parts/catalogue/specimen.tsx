import type { ReactNode } from 'react'

type ChapterProps = { id: string; title: string; text?: ReactNode; children: ReactNode }

/** A section of the catalogue with a fragment of its own. */
export function Chapter({ id, title, text, children }: ChapterProps) {
  return (
    <section
      id={id}
      aria-labelledby={`${id}-rubrik`}
      className="border-line border-t py-12 first:border-t-0 first:pt-0"
    >
      <h2 id={`${id}-rubrik`}>{title}</h2>
      {text ? <p className="mt-2 max-w-[46ch] text-soft">{text}</p> : null}
      <div className="mt-8 grid gap-10">{children}</div>
    </section>
  )
}

type SpecimenProps = { name: string; children: ReactNode; className?: string }

/** One component in one or more states. */
export function Specimen({ name, children, className = '' }: SpecimenProps) {
  return (
    <div className="min-w-0">
      <h3 className="mb-3 text-small font-semibold text-soft">{name}</h3>
      <div className={className}>{children}</div>
    </div>
  )
}
