import { MOST_WAITING } from '../booking'

/** Messages for refused bookings, worded as in the specification where it has them. */
export const messages = {
  failed: 'Bokning misslyckades',
  required: { title: 'Obligatoriska fält', message: 'Välj tjänst och datum' },
  noPostcode: { title: 'Inget postnummer', message: 'Du behöver ange ditt postnummer i din profil' },
  start: 'Välj en starttid',
  address: 'Fyll i adressen dit de ska komma',
  own: 'Krockar med en egen bokning: du har redan bokat företaget den tiden. Välj en annan tid.',
  taken: 'Tiden hann bli bokad av någon annan. Välj en annan tid.',
  past: 'Den tiden har redan varit. Välj en annan tid.',
  notFree: 'Den tiden går inte att boka. Välj en annan tid.',
  tooMany: `Du har redan ${MOST_WAITING} förfrågningar som väntar hos företaget. Vänta på svar, eller ta tillbaka någon av dem under Mina bokningar.`,
  otherDays:
    'Dagarna har ändrats sedan du såg dem. Läs dem en gång till. Ingenting är bokat än, tryck igen om du vill boka.',
  spent: 'Den bokningen är avbokad. Ladda om sidan om du vill boka på nytt.',
  crowded: 'Det tog för lång tid hos oss, så tiden är inte bokad. Vänta en liten stund och försök igen.',
  gone: 'Tjänsten går inte längre att boka. Välj en annan.',
} as const
