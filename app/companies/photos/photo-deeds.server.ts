import type { Deed } from '~/door/deed.server'
import { addPhoto } from './add-photo.server'
import { changePhotoText, movePhoto, removePhoto } from './arrange-photos.server'

/** The intents of the forms about photos. */
export const photoForms = ['add-photo', 'change-photo', 'move-photo', 'remove-photo'] as const

/** The form actions for a company's or a service's photos. `form` holds the uploaded file, which the values lack. */
export function photoDeeds(
  form: FormData,
  to: string,
  serviceId: string | null,
): Record<(typeof photoForms)[number], Deed> {
  return {
    'add-photo': {
      does: ({ house, signedIn }) => addPhoto(house, signedIn, form, serviceId),
      says: { title: 'Bilden är sparad' },
      to,
    },
    'change-photo': {
      does: ({ house, signedIn, values }) => changePhotoText(house, signedIn, values),
      says: { title: 'Texten är sparad' },
      to,
    },
    'move-photo': {
      does: ({ house, signedIn, values }) => movePhoto(house, signedIn, values),
      says: { title: 'Ordningen är ändrad' },
      to,
    },
    'remove-photo': {
      does: ({ house, signedIn, values }) => removePhoto(house, signedIn, values),
      says: { title: 'Bilden är borttagen' },
      to,
    },
  }
}
