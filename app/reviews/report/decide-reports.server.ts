import { href } from 'react-router'
import { z } from 'zod'
import { readPerson } from '~/accounts/public.server'
import { recordAudit } from '~/audit/public.server'
import { readCompanyNames } from '~/companies/public.server'
import { onlyAdmin } from '~/door/guard.server'
import { notifyPerson } from '~/notifications/public.server'
import type { SignedIn } from '~/platform/auth/sessions.server'
import type { Config } from '~/platform/config.server'
import type { Database } from '~/platform/database/database.server'
import type { House } from '~/platform/house.server'
import { writeToUs } from '~/platform/mail/write-to-us'
import * as field from '~/shared/fields'
import { parseForm } from '~/shared/form'
import { anId } from '~/shared/id'
import { accepted, type NotThere, notThere, type Outcome } from '~/shared/outcome'
import { lockReview } from '../review-store.server'
import { type Decision, decideReports } from './report-store.server'
import { type You, youOf } from './reporter'

const keeping = z.object({ reason: field.paragraph('Skriv varför omdömet får stå kvar', 1000) })

/** An administrator keeps a reported review. Those who reported it are told why. */
export async function keepReview(
  house: House,
  signedIn: SignedIn,
  values: Record<string, string>,
): Promise<Outcome<null> | NotThere> {
  onlyAdmin(signedIn)
  const id = anId().safeParse(values.id)
  if (!id.success) return notThere
  const form = parseForm(keeping, values, 'Anmälan är inte avgjord')
  if (!form.ok) return form
  const { reason } = form.value
  const kept = await house.db.transaction().execute(async (db) => {
    const review = await lockReview(db, id.data)
    if (!review) return notThere
    const now = house.clock.now()
    const told = await decideAndTell(db, house.config, review, { decision: 'kept', answer: reason, now })
    // Pressed twice, or in another tab: already decided.
    if (told === 0) return null
    await recordAudit(db, {
      at: now,
      actor: signedIn,
      deed: 'keep review',
      subject: { kind: 'company', id: review.companyId },
      reason,
      before: {},
      after: { review: review.id },
    })
    return null
  })
  if (kept !== null) return kept
  house.wake('messages')
  house.live.tell({ to: ['admin'], about: 'reviews' })
  return accepted(null)
}

type Decided = { id: string; companyId: string; serviceTitle: string }

/** Decides a review's open reports and notifies the reporters; returns how many. The caller holds its row lock. */
export async function decideAndTell(
  db: Database,
  config: Config,
  { id, companyId, serviceTitle }: Decided,
  decided: { decision: Decision; answer: string | null; now: Date },
): Promise<number> {
  const reporters = await decideReports(db, id, decided)
  if (reporters.length === 0) return 0
  const company = (await readCompanyNames(db, [companyId])).get(companyId) ?? ''
  const said = words[decided.decision]
  const letterTo = (you: You) => ({
    greeting: 'Hej,',
    paragraphs: [
      `Tack för att ${you} sa till om omdömet om ${serviceTitle} hos ${company}. ${said.text}`,
      ...(decided.answer ? [`Skälet: ${decided.answer}`] : []),
    ],
    action: { label: 'Se anmälan', url: config.origin + href('/dashboard/reviews/:id/report', { id }) },
    footnote: `Tycker ${you} att det är fel? ${writeToUs(config)}`,
  })
  for (const reporter of reporters) {
    const you = youOf((await readPerson(db, reporter))?.role)
    const subject = `Omdömet som ${you} anmälde ${said.outcome}`
    await notifyPerson(db, reporter, { kind: 'review report decided', subject, letter: letterTo(you) })
  }
  return reporters.length
}

const words = {
  hidden: {
    outcome: 'visas inte längre',
    text: 'En administratör har läst det och dolt det.',
  },
  kept: { outcome: 'står kvar', text: 'En administratör har läst det, och det får stå kvar.' },
} as const satisfies Record<Decision, { outcome: string; text: string }>
