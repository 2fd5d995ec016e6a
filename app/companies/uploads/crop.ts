/** The part of a picture that is kept. The page's preview and the server's cut use the same calculation. */
export type Crop = {
  /** 1 is the largest part that fits; 4 has a quarter of its sides. */
  zoom: number
  /** The position in percent of the free space: 0 is left or top, 100 right or bottom. */
  x: number
  y: number
}

export const largestZoom = 4
export const centred: Crop = { zoom: 1, x: 50, y: 50 }

export type Size = { width: number; height: number }
export type Part = Size & { left: number; top: number }

/** The part to cut, in whole pixels and never outside the picture. `ratio` is its width divided by its height. */
export function cut({ width, height }: Size, crop: Crop, ratio: number): Part {
  const zoom = between(1, crop.zoom, largestZoom)
  const widest = Math.min(width, height * ratio)
  const part = {
    width: between(1, Math.round(widest / zoom), width),
    height: between(1, Math.round(widest / ratio / zoom), height),
  }
  return {
    left: Math.round(((width - part.width) * between(0, crop.x, 100)) / 100),
    top: Math.round(((height - part.height) * between(0, crop.y, 100)) / 100),
    ...part,
  }
}

/** The crop after dragging the picture by a number of its own pixels. */
export function dragged(size: Size, crop: Crop, by: { x: number; y: number }, ratio: number): Crop {
  const { width, height } = cut(size, crop, ratio)
  const moved = (percent: number, room: number, pixels: number) =>
    room === 0 ? percent : between(0, percent - (pixels / room) * 100, 100)
  return { ...crop, x: moved(crop.x, size.width - width, by.x), y: moved(crop.y, size.height - height, by.y) }
}

/** Reads the crop from form values. Centred if they are missing (no JavaScript) or invalid. */
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
