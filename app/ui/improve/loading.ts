import { questionOf } from './question-of'

/**
 * Where a search shows what it found, the page says that more is on its way while the answer is fetched: what is said lies in a
 * `<template data-loading>` in its place.
 */
export function sayLoading() {
  const template = document.querySelector<HTMLTemplateElement>('template[data-loading]')
  const place = template?.parentElement
  if (!template || !place) return
  const found = [...place.children]
  const say = ({ pathname, search }: Pick<URL, 'pathname' | 'search'>) => {
    // The same search once more only goes to the place of what it found.
    if (pathname !== location.pathname || search === location.search) return
    place.replaceChildren(template.content.cloneNode(true))
    if (place.nextElementSibling) place.nextElementSibling.ariaBusy = 'true'
  }
  document.addEventListener('submit', ({ target, defaultPrevented }) => {
    if (defaultPrevented || !(target instanceof HTMLFormElement) || target.method !== 'get') return
    const asked = new URL(target.action)
    asked.search = String(questionOf(target))
    say(asked)
  })
  document.addEventListener('click', (event) => {
    const link = event.target instanceof Element ? event.target.closest<HTMLAnchorElement>('main a') : null
    const opensElsewhere = event.ctrlKey || event.metaKey || event.shiftKey || event.altKey
    if (link && !opensElsewhere) say(link)
  })
  addEventListener('pageshow', ({ persisted }) => {
    if (!persisted) return
    place.replaceChildren(...found)
    if (place.nextElementSibling) place.nextElementSibling.ariaBusy = 'false'
  })
}
