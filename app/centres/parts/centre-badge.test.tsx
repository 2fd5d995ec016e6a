import { renderToStaticMarkup } from 'react-dom/server'
import { expect, test } from 'vitest'
import { CentreBadge } from './centre-badge'

test.each([
  ['answers', 'Svarar'],
  ['waits', 'Har inte svarat än'],
  ['silent', 'Svarar inte'],
  ['not polled', 'Frågas inte just nu'],
] as const)('a centre that %s is shown as "%s"', (standing, words) => {
  expect(renderToStaticMarkup(<CentreBadge standing={standing} />)).toMatch(new RegExp(`>${words}<`))
})
