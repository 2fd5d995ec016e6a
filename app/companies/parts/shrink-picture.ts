/** The browser's side of a picture that is to be sent. What it cannot do, the server says. */

const largestTaken = 5_000_000
const largestSent = 4_500_000
const longestSide = 2400

/**
 * The picture in a file field, to be shown; null when this browser cannot read it. A photo that is too large to
 * send is drawn smaller first, and the smaller one takes its place in the field.
 */
export async function fitForSending(input: HTMLInputElement): Promise<ImageBitmap | null> {
  const file = input.files?.[0]
  if (!file) return null
  try {
    const picture = await createImageBitmap(file)
    if (file.size <= largestSent) return picture
    const smaller = await drawSmaller(picture)
    if (smaller && input.files?.[0] === file) {
      const sent = new DataTransfer()
      sent.items.add(new File([smaller], 'logotyp.webp', { type: smaller.type }))
      input.files = sent.files
    }
    return picture
  } catch {
    return null
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
