/* Renders the icons of the installed app (public/icons) from the favicon. Run it after changing the drawing; the
   pictures are committed.
   node bin/app-icons.mjs */
import { mkdirSync, readFileSync } from 'node:fs'
import sharp from 'sharp'

const mark = readFileSync('public/favicon.svg', 'utf8')
const square = mark.replace(' rx="7"', '')
// The platform's mask may cut up to a fifth off every side, so the drawing is smaller on the same background.
const maskable = square
  .replace('viewBox="0 0 32 32"', 'viewBox="-5 -5 42 42"')
  .replace('<rect width="32" height="32"', '<rect x="-5" y="-5" width="42" height="42"')
// The status bar shows only the shape: the four panes, without background and colours.
const shape = mark.replace(/<rect[^>]*\/>/, '').replaceAll(/fill="#[0-9a-f]+"/g, 'fill="#fff"')
const alarmShape = (colour) =>
  `<svg xmlns="http://www.w3.org/2000/svg" viewBox="-6 -6 36 36"><rect x="-6" y="-6" width="36" height="36" fill="#0e1714"/><path fill="none" stroke="${colour}" stroke-width="2" stroke-linecap="round" stroke-linejoin="round" d="M7 17v-5a5 5 0 0 1 10 0v5M4.500 20.500v-2A1.500 1.500 0 0 1 6 17h12a1.500 1.500 0 0 1 1.500 1.500v2zM12 2v2M4.500 4.500L6 6M19.500 4.500L18 6"/></svg>`

mkdirSync('public/icons', { recursive: true })
await draw(square, 192, 'icon-192')
await draw(square, 512, 'icon-512')
await draw(maskable, 512, 'icon-maskable-512')
await draw(shape, 96, 'badge-96')
await draw(alarmShape('#ffc857'), 96, 'shortcut-alarm-96')

async function draw(svg, size, name) {
  const picture = sharp(Buffer.from(svg), { density: 72 * (size / 32) }).resize(size, size)
  const { size: bytes } = await picture.png({ palette: true, compressionLevel: 9 }).toFile(`public/icons/${name}.png`)
  console.log(`public/icons/${name}.png: ${bytes} bytes`)
}
