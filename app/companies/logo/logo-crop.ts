/** Which square of a picture becomes the logo. The page shows it and the server cuts it by the same sums. */
export type Crop = {
  /** 1 is the largest square there is room for; 4 a quarter of its side. */
  zoom: number
  /** Where the square stands, in percent of the room it has: 0 is left or top, 100 right or bottom. */
  x: number
  y: number
}

export const largestZoom = 4
export const centred: Crop = { zoom: 1, x: 50, y: 50 }

export type Size = { width: number; height: number }
export type Square = { left: number; top: number; side: number }

/** In whole pixels of the picture, and never outside it. */
export function cropSquare({ width, height }: Size, crop: Crop): Square {
  const side = Math.max(1, Math.round(Math.min(width, height) / between(1, crop.zoom, largestZoom)))
  return {
    left: Math.round(((width - side) * between(0, crop.x, 100)) / 100),
    top: Math.round(((height - side) * between(0, crop.y, 100)) / 100),
    side,
  }
}

/** The crop after the picture was dragged by so many of its own pixels: it follows the finger. */
export function dragged(size: Size, crop: Crop, by: { x: number; y: number }): Crop {
  const { side } = cropSquare(size, crop)
  const moved = (percent: number, room: number, pixels: number) =>
    room === 0 ? percent : between(0, percent - (pixels / room) * 100, 100)
  return { ...crop, x: moved(crop.x, size.width - side, by.x), y: moved(crop.y, size.height - side, by.y) }
}

/** What a form says. Without JavaScript it says nothing, and nonsense is nothing too: the middle. */
export function readCrop(values: Record<string, string>): Crop {
  const number = (text: string | undefined, otherwise: number) =>
    text !== undefined && /^\d{1,3}(\.\d{1,6})?$/.test(text) ? Number(text) : otherwise
  return {
    zoom: between(1, number(values.cropZoom, centred.zoom), largestZoom),
    x: between(0, number(values.cropX, centred.x), 100),
    y: between(0, number(values.cropY, centred.y), 100),
  }
}

function between(least: number, value: number, most: number): number {
  return Math.min(most, Math.max(least, value))
}
