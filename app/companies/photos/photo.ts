/** A company's photos: its own, in an order that it chooses, and one for each service. */

/** The database enforces the limit too (company_photos_most). */
export const mostPhotos = 5

/** The ratio of most phone cameras. The same for all photos, so that the layout does not shift while they load. */
export const photoRatio = 4 / 3
/** Sharp at half the width of a desktop page, and in a card on a display of 3x. */
export const photoSize = { width: 1280, height: 960 }
export const cardSize = { width: 640, height: 480 }

/** A photo in a list: the smaller file, with its alternative text. */
export type CardPhoto = { url: string; alt: string }
