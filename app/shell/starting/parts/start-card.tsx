import { useEffect } from 'react'
import { Link, useSubmit } from 'react-router'
import { type FormAnswer, IntentForm } from '~/door/parts/intent-form'
import { Card } from '~/ui/card'
import { Icon } from '~/ui/marks/icon'
import { Progress } from '~/ui/progress'
import type { StartShown } from '../read-start.server'
import type { StartLine } from '../start'

type Props = {
  start: StartShown
  answer: FormAnswer | undefined
  /** The present state in one sentence. */
  lead?: string
}

/** The checklist on an overview of what is left to set up; each line links to where it is done. */
export function StartCard({ start: { lines }, answer, lead }: Props) {
  if (!lines) return null
  const done = lines.filter(({ isDone }) => isDone).length
  return (
    <Card as="section" id="kom-igang" aria-labelledby="kom-igang-rubrik" className="mt-8 scroll-mt-6">
      <h2 id="kom-igang-rubrik" className="text-h3">
        Kom igång
      </h2>
      {lead ? <p className="mt-2">{lead}</p> : null}
      <div className="mt-4">
        <Progress label="Klart" value={done} max={lines.length} />
      </div>
      <ol className="mt-4 divide-y divide-line">
        {lines.map((line) => (
          <Line key={line.key} line={line} answer={answer} />
        ))}
      </ol>
      <IntentForm
        intent="put-start-away"
        section="kom-igang"
        answer={answer}
        submit={{ children: 'Lägg undan listan', variant: 'quiet', size: 'small' }}
        className="mt-2"
      />
    </Card>
  )
}

function Line({ line: { key, title, why, to, isDone }, answer }: { line: StartLine; answer: FormAnswer | undefined }) {
  if (isDone) {
    return (
      <li className="flex min-h-12 items-center gap-3 py-2 text-soft">
        <Icon name="check" className="size-[min(1.5rem,6vw)] shrink-0 text-spruce" label="Klart:" />
        <span className="min-w-0 wrap-anywhere">{title}</span>
      </li>
    )
  }
  if (key === 'home-screen') return <HomeScreenLine title={title} why={why} answer={answer} />
  return (
    <li className="flex items-start gap-3 py-2">
      <ToDo />
      <div className="min-w-0 wrap-anywhere">
        <Link to={to} className="link inline-flex min-h-12 items-center font-semibold">
          {title}
        </Link>
        <p className="text-small text-soft">{why}</p>
      </div>
    </li>
  )
}

const ToDo = () => (
  <span aria-hidden="true" className="mt-3 size-[min(1.5rem,6vw)] shrink-0 rounded-full border-2 border-edge" />
)

/**
 * Explains how, since adding to the home screen is done in the browser's menu. Ticked automatically when the page is
 * opened from the home screen.
 */
function HomeScreenLine({ title, why, answer }: { title: string; why: string; answer: FormAnswer | undefined }) {
  useNotedFromHomeScreen()
  return (
    <li className="flex items-start gap-3 py-2">
      <ToDo />
      <details id="hemskarm" className="unfolds group min-w-0 grow">
        <summary className="link flex min-h-12 list-none items-center gap-2 font-semibold [&::-webkit-details-marker]:hidden">
          <span className="min-w-0 wrap-anywhere">{title}</span>
          <Icon
            name="chevron-down"
            className="size-[min(1.25rem,5vw)] transition-transform duration-200 group-open:rotate-180"
          />
        </summary>
        <p className="text-small text-soft">{why}</p>
        <ul className="mt-3 grid list-disc gap-2 pl-5">
          <li>iPhone: tryck på dela-knappen i Safari (en fyrkant med en pil) och välj Lägg till på hemskärmen.</li>
          <li>Android: tryck på de tre prickarna i Chrome och välj Lägg till på startskärmen.</li>
        </ul>
        <IntentForm
          intent="on-home-screen"
          section="kom-igang"
          answer={answer}
          submit={{ children: 'Det är gjort', variant: 'secondary', size: 'small', icon: 'check' }}
          className="mt-4"
        />
      </details>
    </li>
  )
}

function useNotedFromHomeScreen() {
  const submit = useSubmit()
  useEffect(() => {
    // `navigator.standalone` exists only in Safari.
    const isOpenedFromIt =
      matchMedia('(display-mode: standalone)').matches || ('standalone' in navigator && navigator.standalone === true)
    if (isOpenedFromIt) void submit({ intent: 'on-home-screen' }, { method: 'post' })
  }, [submit])
}

/** At the foot of the page: shows a checklist again that was put away before it was done. */
export function TakeStartOut({ start, answer }: Pick<Props, 'start' | 'answer'>) {
  if (!start.canBeTakenOut) return null
  return (
    <IntentForm
      intent="take-start-out"
      section="kom-igang"
      answer={answer}
      submit={{ children: 'Visa Kom igång igen', variant: 'quiet', size: 'small' }}
      className="mt-12"
    />
  )
}
