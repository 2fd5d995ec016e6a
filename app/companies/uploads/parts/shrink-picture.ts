/** The browser's side of a picture that is to be sent. What it cannot do, the server says. */

const largestTaken = 5_000_000
const largestSent = 4_500_000
const longestSide = 2400

type Prepared = {
  /** Null when this browser cannot read it; perhaps the server can. */
  shown: ImageBitmap | null
  /** False when another file was chosen while this one was prepared. */
  isLatest: boolean
}

/**
 * The picture in a file field, to be shown. A photo that is too large to send is drawn smaller first, and the
 * smaller one takes its place in the field.
 */
export async function fitForSending(input: HTMLInputElement): Promise<Prepared> {
  const file = input.files?.[0]
  const answer = (shown: ImageBitmap | null) => ({ shown, isLatest: input.files?.[0] === file })
  if (!file) return answer(null)
  try {
    const picture = await createImageBitmap(file)
    if (file.size <= largestSent) return answer(picture)
    const smaller = await drawSmaller(picture)
    const { isLatest } = answer(null)
    if (smaller && isLatest) {
      const sent = new DataTransfer()
      sent.items.add(new File([smaller], 'bild.webp', { type: smaller.type }))
      input.files = sent.files
    }
    return { shown: picture, isLatest }
  } catch {
    return answer(null)
  }
}

export function isTooLarge(input: HTMLInputElement): boolean {
  return (input.files?.[0]?.size ?? 0) > largestTaken
}

async function drawSmaller(picture: ImageBitmap): Promise<Blob | null> {
  const scale = Math.min(1, longestSide / Math.max(picture.width, picture.height))
  const canvas = document.createElement('canvas')
  canvas.width = Math.round(picture.width * scale)
  canvas.height = Math.round(picture.height * scale)
  canvas.getContext('2d')?.drawImage(picture, 0, 0, canvas.width, canvas.height)
  // Browsers without WebP write PNG instead, which the server takes as gladly.
  return new Promise((resolve) => canvas.toBlob(resolve, 'image/webp', 0.9))
}
