const key = 'place'

/** Chips and tabs (`data-keeps-place`) lead to the same page with other things in it: it is met where one was in it. */
export function keepPlaces() {
  try {
    const place = sessionStorage.getItem(key)
    sessionStorage.removeItem(key)
    if (place !== null) scrollTo({ top: Number(place), behavior: 'instant' })
  } catch {
    // A browser that keeps nothing throws when it is asked: one begins at the top.
    return
  }
  document.addEventListener('click', ({ target }) => {
    const link = target instanceof Element ? target.closest<HTMLAnchorElement>('[data-keeps-place] a') : null
    if (link?.pathname === location.pathname) sessionStorage.setItem(key, String(scrollY))
  })
}
