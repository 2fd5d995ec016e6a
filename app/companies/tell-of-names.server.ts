import { href } from 'react-router'
import { readAdminIds } from '~/accounts/public.server'
import { notifyPerson } from '~/notifications/public.server'
import type { House } from '~/platform/house.server'
import type { CompanyForm } from './company-form'
import { notifyCompany } from './notify-company.server'
import type { OwnCompany } from './own-company.server'
import { readPermit } from './standing/admin-store.server'

/** Tells a company that asked for another name or number, and the administrators, what waits for the review and why. */
export async function tellOfNames(
  { db, config }: Pick<House, 'db' | 'config'>,
  company: OwnCompany,
  asked: Pick<CompanyForm, 'name' | 'orgNumber'>,
) {
  const isGuarding = company.is_security_partner && (await readPermit(db, company.id)) !== undefined
  await notifyCompany(db, company.id, {
    kind: 'company name asked',
    subject: 'Vi tittar på ert nya namn',
    letter: {
      greeting: `Hej ${company.name},`,
      paragraphs: [
        `Ni har bett om att stå som ${asked.name}, ${asked.orgNumber}. Till dess att vi har tittat på det står ni kvar som ${company.name}, ${company.org_number}.`,
        ...(isGuarding
          ? [
              'Under tiden får ni inga larm. Den som larmar ska veta vem som kommer, och tillståndet är kontrollerat för det namn och nummer ni hade.',
            ]
          : []),
        'Vill ni inte byta? Skriv tillbaka det gamla namnet och numret, så är allt som förut.',
      ],
      action: { label: 'Till ert företag', url: config.origin + href('/dashboard/provider/company') },
    },
  })
  if (!isGuarding) return
  const path = href('/dashboard/admin/companies/:id', { id: company.id })
  for (const admin of await readAdminIds(db)) {
    await notifyPerson(db, admin, {
      kind: 'operations partner asked for a name',
      subject: `${company.name} får inga larm: byter namn eller nummer`,
      letter: {
        greeting: 'Hej,',
        paragraphs: [
          `${company.name}, ${company.org_number}, har bett om att stå som ${asked.name}, ${asked.orgNumber}.`,
          'Företaget får inga larm förrän du har godkänt eller nekat det. Ett nytt namn behöver också ett tillstånd som är kontrollerat för det.',
        ],
        action: { label: 'Granska företaget', url: config.origin + path },
      },
      push: { title: 'En trygghetspartner får inga larm', body: 'Den vill byta namn eller nummer.', path },
    })
  }
}
