import { orgNumberHint } from '../org-number'

/** Says under the label of an organisation's number (org-number-field.tsx) what is thought of what stands there. */
export function hintAt(field: HTMLInputElement) {
  const hint = document.getElementById(`${field.id}-hint`)?.firstElementChild
  if (hint) hint.textContent = orgNumberHint(field.value)
}

export function hintAtOrgNumbers() {
  document.addEventListener('focusout', ({ target }) => {
    if (target instanceof HTMLInputElement && target.name === 'orgNumber') hintAt(target)
  })
  // On a slow line somebody has written it before we came.
  for (const field of document.querySelectorAll<HTMLInputElement>('input[name=orgNumber]')) {
    if (field !== document.activeElement && field.value !== field.defaultValue) hintAt(field)
  }
}
