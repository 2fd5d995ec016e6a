export function openDialog(id: string) {
  const dialog = document.getElementById(id)
  if (dialog instanceof HTMLDialogElement && !dialog.open) dialog.showModal()
}

/** Removes the fragment when a dialog is closed, so that the URL no longer says that it is open. */
export function forgetAddress({ id }: HTMLDialogElement) {
  if (location.hash === `#${id}`) history.replaceState(history.state, '', location.pathname + location.search)
}

/** A fragment that no element has: going there closes a :target dialog and scrolls nowhere. */
export const NOWHERE = '#-'

/**
 * Progressive enhancement of dialogs: links to a dialog's fragment open it as a modal; links to NOWHERE inside it and
 * clicks on the backdrop close it.
 */
export function openDialogs() {
  const openNamed = () => openDialog(location.hash.slice(1))
  openNamed()
  addEventListener('hashchange', openNamed)
  document.addEventListener('click', (event) => {
    const { target } = event
    if (target instanceof HTMLDialogElement) return target.close()
    const link = target instanceof Element ? target.closest<HTMLAnchorElement>('a[href^="#"]') : null
    if (!link) return
    if (link.hash === NOWHERE) link.closest('dialog')?.close()
    else if (document.getElementById(link.hash.slice(1)) instanceof HTMLDialogElement) openDialog(link.hash.slice(1))
    else return
    event.preventDefault()
  })
  for (const dialog of document.querySelectorAll('dialog')) {
    dialog.addEventListener('close', () => forgetAddress(dialog))
  }
}
