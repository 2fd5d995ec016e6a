/** A menu that lies over the page closes when one of its links leads on inside the page: it would be left behind, open. */
export function closeMenus() {
  document.addEventListener('click', ({ target }) => {
    if (!(target instanceof Element) || !target.closest('a')) return
    target.closest<HTMLElement>('[popover]')?.hidePopover()
  })
}
