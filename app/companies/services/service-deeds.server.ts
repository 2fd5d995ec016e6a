import { href } from 'react-router'
import type { Deed } from '~/door/deed.server'
import { moveService, pauseService, removeService, resumeService } from './arrange-services.server'
import { changeService, createService } from './save-service.server'

const list = href('/dashboard/provider/services')

/** The form actions for services, by intent. */
export const serviceDeeds: Record<string, Deed> = {
  'create-service': {
    does: ({ house, signedIn, values }) => createService(house, signedIn, values),
    says: { title: 'Tjänsten är tillagd', message: 'Grannarna ser den när er sida syns för dem.' },
    to: list,
  },
  'change-service': {
    does: ({ house, signedIn, values }) => changeService(house, signedIn, values),
    says: { title: 'Tjänsten är sparad' },
    to: list,
  },
  'pause-service': {
    does: ({ house, signedIn, values }) => pauseService(house, signedIn, values),
    says: { title: 'Tjänsten är pausad', message: 'Den syns inte förrän ni visar den igen.' },
    to: list,
  },
  'resume-service': {
    does: ({ house, signedIn, values }) => resumeService(house, signedIn, values),
    says: { title: 'Tjänsten visas igen' },
    to: list,
  },
  'move-service': {
    does: ({ house, signedIn, values }) => moveService(house, signedIn, values),
    says: { title: 'Ordningen är ändrad' },
    to: list,
  },
  'remove-service': {
    does: ({ house, signedIn, values }) => removeService(house, signedIn, values),
    says: { title: 'Tjänsten är borttagen', message: 'Bokningar som redan är gjorda gäller.' },
    to: list,
  },
}
