/** The button that reveals a password (form/field.tsx), on plain pages. */
export function openEyes() {
  document.addEventListener('click', ({ target }) => {
    const eye = target instanceof Element ? target.closest<HTMLElement>('[data-eye]') : null
    const field = document.getElementById(eye?.getAttribute('aria-controls') ?? '')
    if (!eye || !(field instanceof HTMLInputElement)) return
    const isShown = field.type === 'password'
    field.type = isShown ? 'text' : 'password'
    eye.ariaPressed = String(isShown)
  })
}
