import { randomUUID } from 'node:crypto'
import { z } from 'zod'
import { isFresh, refuseStaleLogin } from '~/accounts/public.server'
import { type BulkKind, type BulkWords, beganBy, beginBulk, readBulkJobs } from '~/bulk/public.server'
import { readChosen, readCompanyNames } from '~/companies/public.server'
import type { Asked } from '~/door/deed.server'
import { onlyAdmin } from '~/door/guard.server'
import type { SignedIn } from '~/platform/auth/sessions.server'
import type { House } from '~/platform/house.server'
import { isNameIn } from '~/shared/chosen'
import * as field from '~/shared/fields'
import { parseForm } from '~/shared/form'
import { anId } from '~/shared/id'
import { accepted, type Outcome, refused } from '~/shared/outcome'
import { chosenFrom, seenFrom } from './bulk-form'
import { chosenWords, companyBulkDeeds, companyBulkLabels, nextChosen, reviewDeedOf } from './company-bulk'
import { reviewIn } from './review-company.server'

export const companyBulkWords: BulkWords = {
  labels: companyBulkLabels,
  whom: ({ chosen }) => chosenWords(chosen?.length ?? 0),
  namesOf: readCompanyNames,
}

/** The bulk job for ticked companies. A company that was decided on or renamed meanwhile is skipped. */
export const companyBulk: BulkKind = {
  deeds: companyBulkDeeds,
  next: async (_, { chosen, reached }) => nextChosen(chosen ?? [], reached),
  async does(ports, job, id) {
    if (!isNameIn(reviewDeedOf, job.deed)) throw new RangeError(`Nothing that is done to companies: ${job.deed}`)
    const deed = reviewDeedOf[job.deed]
    const seen = job.seen?.[id] ?? null
    return (await reviewIn(ports, beganBy(job), id, { deed, reason: job.reason, seen, job: job.id })) === 'done'
  },
}

/** An admin reads the ticked companies and the latest jobs. */
export async function readCompanyBulk(house: House, signedIn: SignedIn, query: URLSearchParams) {
  onlyAdmin(signedIn)
  const companies = await readChosen(house.db, chosenFrom(query.getAll('id')))
  return {
    key: randomUUID(),
    isFresh: isFresh(signedIn, house.clock.now()),
    whom: chosenWords(companies.length),
    seen: JSON.stringify(Object.fromEntries(companies.map(({ id, name_version }) => [id, name_version]))),
    companies: companies.map(({ id, name, proposed_name, review_state: state, isGone }) => ({
      id,
      name,
      askedName: proposed_name === name ? null : proposed_name,
      state,
      isGone,
    })),
    jobs: await readBulkJobs(house, signedIn, companyBulkWords),
  }
}

const failure = 'Ingenting har börjat'
const bulkForm = z.object({
  key: anId({ error: 'Ladda om sidan och försök igen' }),
  deed: z.enum(companyBulkDeeds, { error: 'Välj vad som ska göras' }),
  reason: field.paragraph('Skriv varför', 1000),
  sure: field.ticked('Bekräfta att det gäller alla valda'),
})

/** An admin starts a bulk job. `chosen` holds the companies' ids, separated by commas. */
export async function beginCompanyBulk(asked: Asked): Promise<Outcome<{ id: string }>> {
  onlyAdmin(asked.signedIn)
  const form = parseForm(bulkForm, asked.values, failure)
  if (!form.ok) return form
  const chosen = chosenFrom((asked.values.chosen ?? '').split(','))
  if (chosen.length === 0) return refused(failure, { message: 'Bocka för minst ett företag i listan.' })
  const stale = await refuseStaleLogin(asked, failure)
  if (stale) return stale
  const { key: id, deed, reason } = form.value
  return accepted(await beginBulk(asked, { id, deed, reason, chosen, seen: seenFrom(asked.values.seen) }))
}
