import { z } from 'zod'
import * as field from '~/shared/fields'
import { anId } from '~/shared/id'

/** A company's pictures: of itself, in its own order, and one of each service. */

/** The database holds it too (company_photos_most). */
export const mostPhotos = 5

/** Four across and three up: what most phones take, and the same everywhere, so that no page moves while it loads. */
export const photoRatio = 4 / 3
/** Sharp across half a desk, and in a card at three pixels for each point. */
export const photoSize = { width: 1280, height: 960 }
export const cardSize = { width: 640, height: 480 }

/** In a list: the smaller file, with its text for those who do not see it. */
export type CardPhoto = { url: string; alt: string }

const alt = field.line('Skriv vad bilden visar, för den som inte ser den', 200)

export const newPhotoForm = z.object({ id: anId('Ladda om sidan och försök igen'), alt })
export const photoTextForm = z.object({ alt })
