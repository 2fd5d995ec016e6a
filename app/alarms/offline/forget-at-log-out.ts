import { forgetMember } from './forget-member'

/** On a page that React does not run: the form that logs out is sent by us, and what the browser kept is forgotten when it is done. */
export function forgetAtLogOut() {
  document.addEventListener('submit', async (event) => {
    const form = event.target
    if (event.defaultPrevented || !(form instanceof HTMLFormElement) || form.getAttribute('action') !== '/logout')
      return
    event.preventDefault()
    try {
      const answer = await fetch(form.action, { method: 'POST', body: new URLSearchParams(), redirect: 'manual' })
      // Led on is logged out; anything else is for the browser to show.
      if (answer.type !== 'opaqueredirect') return form.submit()
      await forgetMember()
      location.assign('/')
    } catch {
      // A line that broke has logged nobody out.
      form.submit()
    }
  })
}
