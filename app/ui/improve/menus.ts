/** Closes a popover menu when one of its links jumps within the page, where it would otherwise stay open. */
export function closeMenus() {
  document.addEventListener('click', ({ target }) => {
    if (!(target instanceof Element) || !target.closest('a')) return
    target.closest<HTMLElement>('[popover]')?.hidePopover()
  })
}
