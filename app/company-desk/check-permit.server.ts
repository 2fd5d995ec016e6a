import { z } from 'zod'
import { recordAudit } from '~/audit/public.server'
import type { CentrePapers } from '~/companies/public'
import { deletePermit, lockReviewed, readPermit, upsertPermit } from '~/companies/public.server'
import { onlyAdmin } from '~/door/guard.server'
import type { SignedIn } from '~/platform/auth/sessions.server'
import type { Database } from '~/platform/database/database.server'
import type { House } from '~/platform/house.server'
import { formatPostcode } from '~/postcodes/public'
import { readPostcode } from '~/postcodes/public.server'
import { namesOf } from '~/shared/chosen'
import * as field from '~/shared/fields'
import { parseForm } from '~/shared/form'
import { accepted, type NotThere, notThere, type Outcome, refused } from '~/shared/outcome'
import { dayOf } from '~/shared/time'
import { settleCompany } from '~/sponsorship/public.server'

const failure = 'Tillståndet är inte sparat'

/** More areas than a guard company has, and few enough for one text field. */
const mostAreas = 40

/** Parses postcodes: "125 40, 125 41" or one per line. Required: the company's own address is never used instead. */
const areas = z
  .string({ error: 'Fyll i minst ett postnummer' })
  .max(1000, 'Det är för många postnummer')
  .transform((typed) => [...new Set(typed.match(/\d{3} ?\d{2}|[^\s,;]+/g)?.map((code) => code.replace(' ', '')) ?? [])])
  .refine((codes) => codes.length > 0, 'Fyll i minst ett postnummer')
  .refine(
    (codes) => codes.every((code) => /^\d{5}$/.test(code)),
    'Skriv postnummer med fem siffror, till exempel 125 40',
  )
  .refine((codes) => codes.length <= mostAreas, `Det får vara högst ${mostAreas} postnummer`)

/** The certificate of the company's alarm receiving centre: all four fields, or none. */
const centrePapers = {
  centreClass: field.text(60),
  centreCertifier: field.text(60),
  centreCertificate: field.text(60),
  centreValidUntil: z.union([z.literal(''), field.dayOfOurTime('Välj den sista dag som intyget gäller')]).default(''),
}

const permitForm = z
  .object({
    number: field.line('Fyll i numret på tillståndet', 60),
    kind: field.line('Fyll i vad tillståndet gäller', 60),
    validUntil: field.dayOfOurTime('Välj den sista dag som tillståndet gäller'),
    areas,
    seen: z.coerce.number().int().catch(0),
    ...centrePapers,
  })
  .superRefine(
    (form, context) => {
      const papers = namesOf(centrePapers).filter((name) => form[name] === '')
      if (papers.length === 0 || papers.length === namesOf(centrePapers).length) return
      for (const name of papers)
        context.addIssue({ code: 'custom', path: [name], message: 'Fyll i allt om larmcentralen, eller inget' })
    },
    field.whenRight(...namesOf(centrePapers)),
  )

type PermitForm = z.output<typeof permitForm>

const centreOf = ({
  centreClass,
  centreCertifier,
  centreCertificate,
  centreValidUntil,
}: PermitForm): CentrePapers | null =>
  centreClass === ''
    ? null
    : { class: centreClass, certifier: centreCertifier, certificate: centreCertificate, validUntil: centreValidUntil }

/**
 * An admin stores a guard company's permit and the areas where it is called. Bound to the company's name and number
 * that the administrator saw. May be all that was missing for the company to get alarms.
 */
export async function checkPermit(
  house: House,
  signedIn: SignedIn,
  companyId: string,
  values: Record<string, string>,
): Promise<Outcome<null> | NotThere> {
  onlyAdmin(signedIn)
  const form = parseForm(permitForm, values, failure)
  if (!form.ok) return form
  const now = house.clock.now()
  const { number, kind, validUntil, areas, seen } = form.value
  const centre = centreOf(form.value)
  if (validUntil < dayOf(now)) {
    return refused(failure, {
      fields: { validUntil: 'Den dagen har passerat. Ett tillstånd som har gått ut tas bort i stället.' },
    })
  }
  if (centre && centre.validUntil < dayOf(now)) {
    return refused(failure, {
      fields: { centreValidUntil: 'Den dagen har passerat. Lämna larmcentralens rader tomma.' },
    })
  }
  return house.db.transaction().execute(async (db) => {
    const company = await lockReviewed(db, companyId)
    if (!company) return notThere
    if (company.isGone) return refused(failure, { message: 'Företaget är borttaget.' })
    if (company.name_version !== seen) {
      return refused(failure, { message: 'Företaget har ändrat namn eller nummer sedan du tittade. Titta igen.' })
    }
    const unknown = await unknownAmong(db, areas)
    if (unknown) {
      return refused(failure, { fields: { areas: `${formatPostcode(unknown)} finns inte bland postnumren hos oss` } })
    }
    const before = await readPermit(db, companyId)
    const { name, org_number: orgNumber } = company
    const checked = { checkedBy: signedIn.person.id, checkedAt: now }
    await upsertPermit(db, companyId, { number, kind, validUntil, name, orgNumber, areas, centre, ...checked })
    await settleCompany(db, companyId, now)
    await recordAudit(db, {
      at: now,
      actor: signedIn,
      deed: 'check permit',
      subject: { kind: 'company', id: companyId },
      before: before ? factsOf(before) : {},
      after: factsOf({ number, kind, validUntil, name, orgNumber, areas, centre }),
    })
    return accepted(null)
  })
}

type Facts = Omit<Parameters<typeof upsertPermit>[2], 'checkedBy' | 'checkedAt'>

const factsOf = ({ number, kind, validUntil, name, orgNumber, areas, centre }: Facts) => ({
  ...{ number, kind, validUntil, name, orgNumber },
  areas: areas.toSorted().map(formatPostcode).join(', '),
  ...(centre && { centre: [centre.class, centre.certifier, centre.certificate, centre.validUntil].join(', ') }),
})

/** An unknown postcode is a typing error, and would mean somebody else's streets. */
async function unknownAmong(db: Database, codes: readonly string[]): Promise<string | undefined> {
  for (const code of codes) if (!(await readPostcode(db, code))) return code
  return undefined
}

const removal = z.object({
  reason: field.paragraph('Skriv varför tillståndet tas bort', 1000),
  sure: field.ticked('Bekräfta att företaget inte längre ska få larm'),
})

/** An admin removes a permit. From then on the company gets no alarms. */
export async function removePermit(
  house: House,
  signedIn: SignedIn,
  companyId: string,
  values: Record<string, string>,
): Promise<Outcome<null> | NotThere> {
  onlyAdmin(signedIn)
  const form = parseForm(removal, values, 'Tillståndet är kvar')
  if (!form.ok) return form
  const now = house.clock.now()
  return house.db.transaction().execute(async (db) => {
    if (!(await lockReviewed(db, companyId))) return notThere
    const before = await readPermit(db, companyId)
    // Idempotent: it was removed already, perhaps in another tab.
    if (!before || !(await deletePermit(db, companyId))) return accepted(null)
    await settleCompany(db, companyId, now)
    await recordAudit(db, {
      at: now,
      actor: signedIn,
      deed: 'remove permit',
      subject: { kind: 'company', id: companyId },
      reason: form.value.reason,
      before: factsOf(before),
      after: {},
    })
    return accepted(null)
  })
}
