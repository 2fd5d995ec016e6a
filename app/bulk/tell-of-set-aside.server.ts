import { notifyPerson } from '~/notifications/public.server'
import type { Database } from '~/platform/database/database.server'
import type { BulkJob } from './bulk-store.server'

/** Whoever began a job hears once, when it is over, that some were set aside; which ones stands on its page. */
export async function tellOfSetAside(db: Database, { createdBy, setAside }: BulkJob) {
  const count = setAside.length
  await notifyPerson(db, createdBy, {
    kind: 'operations bulk set aside',
    subject: 'En åtgärd för flera gick inte att göra för alla',
    letter: {
      greeting: 'Hej,',
      paragraphs: [
        `Åtgärden är klar, men för ${count === 1 ? 'en' : count} gick något fel. Allt annat är gjort.`,
        'Under Åtgärder för flera står vilka det gäller. Gör åtgärden för dem en och en, eller hör av dig till den som sköter driften.',
      ],
    },
  })
}
