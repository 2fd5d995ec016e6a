import { orgNumberHint } from '../org-number'

/** Updates the hint under the field of an organisation number (org-number-field.tsx). */
export function hintAt(field: HTMLInputElement) {
  const hint = document.getElementById(`${field.id}-hint`)?.firstElementChild
  if (hint) hint.textContent = orgNumberHint(field.value)
}

export function hintAtOrgNumbers() {
  document.addEventListener('focusout', ({ target }) => {
    if (target instanceof HTMLInputElement && target.name === 'orgNumber') hintAt(target)
  })
  // On a slow connection the field may have been filled in before this script ran.
  for (const field of document.querySelectorAll<HTMLInputElement>('input[name=orgNumber]')) {
    if (field !== document.activeElement && field.value !== field.defaultValue) hintAt(field)
  }
}
