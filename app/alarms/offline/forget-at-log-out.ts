import { inTime } from '~/platform/time-limit'
import { forgetMember } from './forget-member'

/** So long is whoever logs out let wait for a server that says nothing. */
export const longestLogOutMs = 10_000

/** On a page that React does not run: the form that logs out is sent by us, and what the browser kept is forgotten when it is done. */
export function forgetAtLogOut() {
  document.addEventListener('submit', async (event) => {
    const form = event.target
    if (event.defaultPrevented || !(form instanceof HTMLFormElement) || form.getAttribute('action') !== '/logout')
      return
    event.preventDefault()
    try {
      const asked = fetch(form.action, { method: 'POST', body: new URLSearchParams(), redirect: 'manual' })
      const answer = await inTime(asked, longestLogOutMs)
      // Led on is logged out; anything else is for the browser to show.
      if (answer.type !== 'opaqueredirect') return form.submit()
      await forgetMember()
      location.assign('/')
    } catch {
      // A line that broke, or is silent, has logged nobody out as far as we know: the browser asks by itself and shows that it waits.
      form.submit()
    }
  })
}
