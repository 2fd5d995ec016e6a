import type { RefObject } from 'react'
import { withQuickWords } from '../../raise/raise-words'

const quickWords = ['Inbrott', 'Någon följer mig', 'Någon har ont'] as const

/** The most common dangers as one-tap buttons. They fill the field by script, so they are hidden without scripts. */
export function QuickWords({ field }: { field: RefObject<HTMLTextAreaElement | null> }) {
  function fillIn(words: string) {
    if (!field.current) return
    field.current.value = withQuickWords(field.current.value, words)
    // Dispatches `input` as if typed, so that the draft is saved.
    field.current.dispatchEvent(new Event('input', { bubbles: true }))
  }
  return (
    <ul aria-label="Fyll i med ett tryck" className="flex flex-wrap gap-1.5 noscript:hidden sm:gap-2 short:gap-1">
      {quickWords.map((words) => (
        <li key={words}>
          <button
            type="button"
            onClick={() => fillIn(words)}
            className="min-h-12 rounded-full border-[1.5px] border-edge bg-surface px-2.5 text-small short:px-1.5 font-semibold hover:border-ink sm:px-4 sm:text-body"
          >
            {words}
          </button>
        </li>
      ))}
    </ul>
  )
}
