/**
 * Progressive enhancement of a plain page: updates the windows of the year (months-lit.tsx) and the sum
 * (season-total.tsx) while months are chosen, and enforces the limit. The server has rendered all of the elements; this
 * only shows and hides them.
 */
export function followMonths() {
  const group = document.querySelector<HTMLElement>('[data-most]')
  if (!group) return
  const boxes = [...group.querySelectorAll('input')]
  const chosen = () => boxes.filter(({ checked }) => checked)

  function show() {
    for (const pane of document.querySelectorAll<HTMLElement>('[data-month]')) {
      const box = boxes.find(({ value }) => value === pane.dataset.month)
      pane.dataset.lit = box?.checked ? 'chosen' : box?.disabled ? 'taken' : 'dark'
    }
    showSum(chosen().length)
  }

  group.addEventListener('change', ({ target }) => {
    const isOver = chosen().length > Number(group.dataset.most)
    if (isOver && target instanceof HTMLInputElement) target.checked = false
    sayTooMany(group, boxes, isOver)
    show()
  })
  // After going back, the browser restores the boxes itself (page cache), so update on `pageshow`.
  addEventListener('pageshow', show)
  show()
}

/** Shows the sum for the number of chosen months, in place of the list of all sums. */
function showSum(count: number) {
  const sum = document.querySelector<HTMLElement>('output[data-sum]')
  const words = document.querySelector<HTMLTemplateElement>(`template[data-count="${count}"]`)
  if (!sum || !words) return
  sum.replaceChildren(words.content.cloneNode(true))
  sum.hidden = false
  document.querySelector('[data-all-sums]')?.remove()
}

/** Shows the server's error message for too many months, where the server would show it. */
function sayTooMany(group: HTMLElement, boxes: readonly HTMLInputElement[], isOver: boolean) {
  const template = document.querySelector<HTMLTemplateElement>('template[data-too-many]')
  const words = template?.content.firstElementChild
  const fieldset = group.closest('fieldset')
  if (!words || !fieldset) return
  document.getElementById(words.id)?.remove()
  const described = (fieldset.getAttribute('aria-describedby') ?? '').split(' ').filter((id) => id && id !== words.id)
  if (isOver) {
    group.after(words.cloneNode(true))
    described.push(words.id)
  }
  fieldset.setAttribute('aria-describedby', described.join(' '))
  for (const box of boxes) box.ariaInvalid = isOver ? 'true' : null
}
