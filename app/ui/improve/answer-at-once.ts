import { fetchPage } from './draw-anew'
import { questionOf } from './question-of'

/** Debounce: not every intermediate value is sent. */
const pauseMs = 150

/**
 * Answers a query form (`data-at-once`) while the person types: fetches the form's own URL and replaces the parts
 * marked `data-answer` by the server's, so the server renders everything, as without scripts. A slider updates its
 * number field (`data-moves`).
 */
export function answerAtOnce() {
  const form = document.querySelector<HTMLFormElement>('form[data-at-once]')
  if (!form) return
  for (const button of form.querySelectorAll('button')) button.hidden = true

  let isAsking = false
  let isChanged = false
  async function ask(form: HTMLFormElement) {
    isChanged = true
    if (isAsking) return
    isAsking = true
    while (isChanged) {
      isChanged = false
      const page = await fetchPage(`${form.action.replace(/[?#].*/, '')}?${questionOf(form)}`)
      // Offline, the present answer stays; the next change tries again.
      if (page) take(page)
      await new Promise((resolve) => setTimeout(resolve, pauseMs))
    }
    isAsking = false
  }

  form.addEventListener('input', ({ target }) => {
    if (target instanceof HTMLInputElement) moveNumberOf(target)
    void ask(form)
  })
  // When a field is left, it may show messages that were premature while typing.
  form.addEventListener('change', () => void ask(form))

  // On a slow connection the person may have made choices before this script ran.
  const chosen = [...form.querySelectorAll('input')].filter(({ value, defaultValue }) => value !== defaultValue)
  chosen.forEach(moveNumberOf)
  if (chosen.length > 0) void ask(form)
}

function moveNumberOf(slider: HTMLInputElement) {
  const number = document.getElementById(slider.dataset.moves ?? '')
  if (number instanceof HTMLInputElement) number.value = slider.value
}

/** Replaces our parts by the server's. No error message while a number is being typed. */
function take(page: Document) {
  const writing = document.activeElement
  for (const part of document.querySelectorAll('[data-answer]')) {
    const fresh = page.getElementById(part.id)
    const isEarly = part.matches('[data-answer="when left"]') && part.parentElement?.matches(':has(input:focus)')
    if (fresh && !isEarly) part.replaceChildren(...fresh.childNodes)
  }
  for (const field of document.querySelectorAll<HTMLInputElement>('form[data-at-once] input')) {
    const fresh = page.getElementById(field.id)
    if (!(fresh instanceof HTMLInputElement)) continue
    if (field !== writing && field.type === 'range') field.value = fresh.value
    if (field !== writing || field.type === 'range') takeWords(field, fresh)
  }
}

function takeWords(field: Element, fresh: Element) {
  for (const name of ['aria-invalid', 'aria-describedby', 'aria-valuetext']) {
    const value = fresh.getAttribute(name)
    if (value === null) field.removeAttribute(name)
    else field.setAttribute(name, value)
  }
}
