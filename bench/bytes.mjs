import { get } from 'node:http'

/** HTML must be usable from the first round trip of a new TCP connection: ten packets. */
const firstRoundTrip = 14_600

export async function measureBytes(origin) {
  const rows = []
  for (const path of [
    '/',
    '/auth',
    '/signup',
    '/companies',
    '/security',
    '/vad-konceptet-sparar',
    '/villkor',
    '/integritet',
  ]) {
    const page = await transfer(origin + path)
    const html = page.text
    const linked = [...new Set(html.match(/\/assets\/[\w.-]+\.(?:js|css|woff2)/g) ?? [])]
    const sizes = { js: 0, css: 0, woff2: 0 }
    for (const file of linked) sizes[file.split('.').at(-1)] += (await transfer(origin + file)).bytes
    rows.push({
      path,
      html: page.bytes,
      css: sizes.css,
      js: sizes.js,
      font: sizes.woff2,
      'html / first round trip': Number((page.bytes / firstRoundTrip).toFixed(2)),
    })
  }
  return rows
}

/** Bytes on the wire, and the decompressed text. */
async function transfer(address) {
  const bytes = await new Promise((resolve, reject) => {
    get(address, { headers: { 'Accept-Encoding': 'br' } }, (answer) => {
      let size = 0
      answer.on('data', (part) => {
        size += part.length
      })
      answer.once('end', () => resolve(size))
    }).once('error', reject)
  })
  return { bytes, text: /assets/.test(address) ? '' : await (await fetch(address)).text() }
}
