import { crc32, deflateSync } from 'node:zlib'

/* Encodes a PNG of at most 256 colours, chosen by median cut: for a flat drawing with one soft sky the loss is
   invisible, and the file is a third of a browser's screenshot. */

/** `rgba`: the pixels row by row, four bytes each, all opaque. */
export function palettePng(rgba, width, height) {
  const pixels = new Uint32Array(rgba.buffer, rgba.byteOffset, width * height)
  const counts = new Map()
  for (const pixel of pixels) counts.set(pixel, (counts.get(pixel) ?? 0) + 1)
  const boxes = medianCut([...counts].map(([pixel, count]) => ({ pixel, count, rgb: channels(pixel) })))
  const indexOf = new Map(boxes.flatMap((box, index) => box.map((colour) => [colour.pixel, index])))

  // Each row starts with its filter type: 0, none, which suits a palette.
  const rows = Buffer.alloc((width + 1) * height)
  for (let y = 0; y < height; y++) {
    for (let x = 0; x < width; x++) rows[y * (width + 1) + 1 + x] = indexOf.get(pixels[y * width + x])
  }
  const header = Buffer.alloc(13)
  header.writeUInt32BE(width, 0)
  header.writeUInt32BE(height, 4)
  header.set([8, 3, 0, 0, 0], 8)
  return Buffer.concat([
    Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a]),
    chunk('IHDR', header),
    chunk('PLTE', Buffer.from(boxes.flatMap(average))),
    chunk('IDAT', deflateSync(rows, { level: 9 })),
    chunk('IEND', Buffer.alloc(0)),
  ])
}

/**
 * Splits the box with the largest spread, weighted by its pixel count, along its widest channel until there are 256.
 */
function medianCut(colours) {
  const boxes = [measured(colours)]
  while (boxes.length < 256) {
    boxes.sort((a, b) => b.weight - a.weight)
    const [widest] = boxes
    if (widest.colours.length < 2) break
    boxes.shift()
    const sorted = widest.colours.toSorted((a, b) => a.rgb[widest.channel] - b.rgb[widest.channel])
    let left = sorted.reduce((sum, colour) => sum + colour.count, 0) / 2
    const middle = sorted.findIndex((colour) => {
      left -= colour.count
      return left <= 0
    })
    const cut = Math.min(Math.max(middle, 1), sorted.length - 1)
    boxes.push(measured(sorted.slice(0, cut)), measured(sorted.slice(cut)))
  }
  return boxes.map((box) => box.colours)
}

function measured(colours) {
  const spreads = [0, 1, 2].map((channel) => {
    const values = colours.map((colour) => colour.rgb[channel])
    return values.reduce((a, b) => Math.max(a, b)) - values.reduce((a, b) => Math.min(a, b))
  })
  const spread = Math.max(...spreads)
  const pixels = colours.reduce((sum, colour) => sum + colour.count, 0)
  return {
    colours,
    channel: spreads.indexOf(spread),
    weight: colours.length < 2 ? 0 : spread * Math.sqrt(pixels),
  }
}

function average(colours) {
  const pixels = colours.reduce((sum, colour) => sum + colour.count, 0)
  return [0, 1, 2].map((channel) =>
    Math.round(colours.reduce((sum, colour) => sum + colour.rgb[channel] * colour.count, 0) / pixels),
  )
}

function channels(pixel) {
  return [pixel & 255, (pixel >> 8) & 255, (pixel >> 16) & 255]
}

function chunk(type, data) {
  const body = Buffer.concat([Buffer.from(type), data])
  const framed = Buffer.alloc(body.length + 8)
  framed.writeUInt32BE(data.length, 0)
  body.copy(framed, 4)
  framed.writeUInt32BE(crc32(body), body.length + 4)
  return framed
}
