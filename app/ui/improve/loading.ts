import { questionOf } from './question-of'

/**
 * Shows a loading state in place of search results while the next ones are fetched. Its content comes from a `<template
 * data-loading>`.
 */
export function sayLoading() {
  const template = document.querySelector<HTMLTemplateElement>('template[data-loading]')
  const place = template?.parentElement
  if (!template || !place) return
  const found = [...place.children]
  const say = ({ pathname, search }: Pick<URL, 'pathname' | 'search'>) => {
    // The same search again is only a jump to the results' fragment, without a page load.
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
