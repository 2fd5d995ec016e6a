const key = 'place'

/** Restores the scroll position after links between views of one page (chips and tabs, `data-keeps-place`). */
export function keepPlaces() {
  try {
    const place = sessionStorage.getItem(key)
    sessionStorage.removeItem(key)
    if (place !== null) scrollTo({ top: Number(place), behavior: 'instant' })
  } catch {
    // Without storage, access throws: the page starts at the top.
    return
  }
  document.addEventListener('click', ({ target }) => {
    const link = target instanceof Element ? target.closest<HTMLAnchorElement>('[data-keeps-place] a') : null
    if (link?.pathname === location.pathname) sessionStorage.setItem(key, String(scrollY))
  })
}
