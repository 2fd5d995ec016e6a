import { fetchPage } from './draw-anew'
import { questionOf } from './question-of'

/** Of what a person moves through, not every step is asked about. */
const pauseMs = 150

/**
 * A form that only asks (`data-at-once`) is answered while one writes: its own address is asked, and of the page that comes the
 * parts with `data-answer` take the place of those that are shown. The server draws them, here as without us. A slider
 * moves its number (`data-moves`).
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
      // Without a line what is shown stays, and the next step asks again.
      if (page) take(page)
      await new Promise((resolve) => setTimeout(resolve, pauseMs))
    }
    isAsking = false
  }

  form.addEventListener('input', ({ target }) => {
    if (target instanceof HTMLInputElement) moveNumberOf(target)
    void ask(form)
  })
  // Left, a field is told what it was too early to say while one wrote.
  form.addEventListener('change', () => void ask(form))

  // On a slow line somebody has chosen before we came.
  const chosen = [...form.querySelectorAll('input')].filter(({ value, defaultValue }) => value !== defaultValue)
  chosen.forEach(moveNumberOf)
  if (chosen.length > 0) void ask(form)
}

function moveNumberOf(slider: HTMLInputElement) {
  const number = document.getElementById(slider.dataset.moves ?? '')
  if (number instanceof HTMLInputElement) number.value = slider.value
}

/** The server's parts in the place of ours; nobody is told off in the middle of a number. */
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
