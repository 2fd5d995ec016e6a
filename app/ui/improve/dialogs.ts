export function openDialog(id: string) {
  const dialog = document.getElementById(id)
  if (dialog instanceof HTMLDialogElement && !dialog.open) dialog.showModal()
}

/** Opened by its address and closed again: the address must not go on saying that it is open. */
export function forgetAddress({ id }: HTMLDialogElement) {
  if (location.hash === `#${id}`) history.replaceState(history.state, '', location.pathname + location.search)
}

/** An address that no element has: going there closes a dialog shown by its own, and scrolls nowhere. */
export const NOWHERE = '#-'

/** Links to the address of a dialog open it as one, those inside that lead nowhere close it, and so does a click beside its box. */
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
