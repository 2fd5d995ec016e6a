/* Renders the pictures of shared links (public/og/*.png), the street on which companies' names are drawn, and the home
   screen icon, from the same drawings as the pages. Run it after changing a drawing or a title; the pictures are
   committed.
   node bin/og-pictures.mjs */
import { mkdirSync, readFileSync, statSync, writeFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { chromium as playwright } from '@playwright/test'
import chromium from '@sparticuz/chromium'
import { createElement } from 'react'
import { renderToStaticMarkup } from 'react-dom/server'
import { createServer } from 'vite'
import { palettePng } from './palette-png.mjs'

const root = fileURLToPath(new URL('..', import.meta.url))
const MOST_BYTES = 120_000

/** `look`: how far the view is moved to the right along the street, in pixels of the picture. */
const pictures = [
  { name: 'landing', title: 'Trygghet först – i ditt kvarter', hour: 'light', look: 260 },
  { name: 'savings', title: 'Vad konceptet sparar – på riktigt', hour: 'light', look: 90 },
  { name: 'companies', title: 'Lokala företag i ditt kvarter', hour: 'light', look: 400 },
  { name: 'signup', title: 'Bli medlem i kvarteret', hour: 'dark', look: 260 },
]

const vite = await createServer({
  configFile: false,
  root,
  logLevel: 'error',
  appType: 'custom',
  oxc: { jsx: { runtime: 'automatic' } },
  resolve: { alias: { '~': `${root}app` } },
  optimizeDeps: { noDiscovery: true },
  server: { middlewareMode: true, hmr: false, ws: false, watch: null },
})
const { StreetAtDusk } = await vite.ssrLoadModule('/app/pictures/street-at-dusk.tsx')
const { Logo } = await vite.ssrLoadModule('/app/pictures/logo.tsx')
const street = renderToStaticMarkup(createElement(StreetAtDusk))
const logo = renderToStaticMarkup(createElement(Logo))
await vite.close()

const font = readFileSync(`${root}app/ui/fonts/schibsted-grotesk-latin.woff2`).toString('base64')
const palette = readFileSync(`${root}app/pictures/pictures.css`, 'utf8')

const browser = await playwright.launch({
  executablePath: process.env.CHROMIUM || (await chromium.executablePath()),
  args: ['--no-sandbox'],
})
mkdirSync(`${root}public/og`, { recursive: true })

for (const picture of pictures) await shoot(`public/og/${picture.name}.png`, streetWith(picture))
// Without a title and lower: when a company's page is shared, its name is drawn in the sky.
await shoot(
  'app/directory/share/pictures/share-street.png',
  streetWith({ title: '', hour: 'light', look: 330, sink: 150 }),
)

const mark = readFileSync(`${root}public/favicon.svg`, 'utf8').replace('rx="7"', '')
await shoot('public/apple-touch-icon.png', {
  width: 180,
  height: 180,
  hour: 'light',
  html: `<style>body { margin: 0 } svg { display: block; width: 180px }</style>${mark}`,
})
await browser.close()

/** A picture of 1200 x 630. `sink`: pixels cut off at the foot of the street, which leaves more sky. */
function streetWith({ title, hour, look, sink = 0 }) {
  const html = `
    <style>
      ${palette}
      @font-face { font-family: Title; font-weight: 400 900; src: url(data:font/woff2;base64,${font}) }
      body { margin: 0; width: 1200px; height: 630px; overflow: hidden; position: relative; background: var(--sky-1); color: #fbf7ef; font: 600 76px/1.05 Title; letter-spacing: -0.025em }
      .picture { position: absolute; bottom: ${-sink}px; left: ${-look}px; width: 1800px; height: 630px }
      header { position: relative; padding: 52px 64px }
      header > span { display: flex; gap: 14px; align-items: center; font-size: 34px; margin-bottom: 44px }
      header svg { width: 44px }
      .fill-lamp { fill: #f5b83d }
      h1 { margin: 0; font: inherit; max-width: 15ch; text-wrap: balance }
    </style>
    ${street}<header>${logo}<h1>${title}</h1></header>`
  return { width: 1200, height: 630, hour, html }
}

async function shoot(file, { width, height, hour, html }) {
  const page = await browser.newPage({
    viewport: { width, height },
    colorScheme: hour,
    reducedMotion: 'reduce',
  })
  await page.setContent(`<!doctype html><html lang="sv"><meta charset="utf-8">${html}`)
  await page.evaluate(() => document.fonts.ready)
  const pixels = await page.evaluate(pixelsOf, (await page.screenshot()).toString('base64'))
  writeFileSync(root + file, palettePng(Uint8Array.from(Buffer.from(pixels, 'base64')), width, height))
  await page.close()
  const { size } = statSync(root + file)
  console.log(`${file}: ${Math.round(size / 1000)} kB`)
  if (size > MOST_BYTES) throw new Error(`${file} is more than ${MOST_BYTES} bytes`)
}

/** Decodes a PNG in the browser, which has a decoder built in. */
async function pixelsOf(png) {
  const picture = await createImageBitmap(await (await fetch(`data:image/png;base64,${png}`)).blob())
  const canvas = new OffscreenCanvas(picture.width, picture.height).getContext('2d')
  canvas.drawImage(picture, 0, 0)
  const { data } = canvas.getImageData(0, 0, picture.width, picture.height)
  return new Uint8Array(data.buffer).toBase64()
}
