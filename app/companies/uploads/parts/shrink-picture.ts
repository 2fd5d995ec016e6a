/** Prepares a picture for upload in the browser. Where the browser cannot, the server answers. */

const largestTaken = 5_000_000
const largestSent = 4_500_000
const longestSide = 2400

type Prepared = {
  /** Null if this browser cannot decode the picture; the server may. */
  shown: ImageBitmap | null
  /** False if another file was chosen meanwhile. */
  isLatest: boolean
}

/**
 * The picture of a file field, for the preview. A photo that is too large to send is scaled down, and replaces the file
 * in the field.
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
  // Browsers without WebP encoding write PNG instead, which the server accepts too.
  return new Promise((resolve) => canvas.toBlob(resolve, 'image/webp', 0.9))
}
