import { inTime } from '~/platform/time-limit'
import { forgetMember } from './forget-member'

/** Timeout of the logout request; then the browser submits the form itself. */
export const longestLogOutMs = 10_000

/**
 * On a plain page (without React): posts the logout form by script, and deletes what the browser has stored once the
 * server has logged out.
 */
export function forgetAtLogOut() {
  document.addEventListener('submit', async (event) => {
    const form = event.target
    if (event.defaultPrevented || !(form instanceof HTMLFormElement) || form.getAttribute('action') !== '/logout')
      return
    event.preventDefault()
    try {
      const asked = fetch(form.action, { method: 'POST', body: new URLSearchParams(), redirect: 'manual' })
      const answer = await inTime(asked, longestLogOutMs)
      // Only a redirect means logged out; any other answer is shown by the browser's own submission.
      if (answer.type !== 'opaqueredirect') return form.submit()
      await forgetMember()
      location.assign('/')
    } catch {
      // Timeout or no connection: perhaps not logged out. The browser submits the form itself, showing that it waits.
      form.submit()
    }
  })
}
