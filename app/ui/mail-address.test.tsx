import { renderToStaticMarkup } from 'react-dom/server'
import { expect, test } from 'vitest'
import { MailAddress } from './mail-address'

test.each([
  ['foretag01@demo.example', 'foretag01@<wbr/>demo.example'],
  ['"a@b"@demo.example', '&quot;a@b&quot;@<wbr/>demo.example'],
])('%s may wrap after its @ and keeps its text', (address, drawn) => {
  const html = renderToStaticMarkup(<MailAddress>{address}</MailAddress>)
  expect(html).toBe(`<span class="wrap-anywhere hyphens-none">${drawn}</span>`)
})
