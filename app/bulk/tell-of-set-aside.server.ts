import { notifyPerson } from '~/notifications/public.server'
import type { Database } from '~/platform/database/database.server'
import type { BulkJob } from './bulk-store.server'

/** Notifies whoever started a job, once at its end, that subjects were set aside. The job's page lists them. */
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
