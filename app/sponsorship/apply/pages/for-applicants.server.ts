import { redirectWithNotice } from '~/platform/http/notice.server'
import type { NoApplicant } from '../applicant.server'

/** What an applicant is shown; whoever is none is told why, on the way to where it can be mended. */
export async function forApplicants<Result extends object>(result: Result): Promise<Exclude<Result, NoApplicant>> {
  if (!isNoApplicant(result)) return result as Exclude<Result, NoApplicant>
  const { title, message } = result.refusal
  throw await redirectWithNotice(result.sendTo, { tone: 'destructive', title, message })
}

const isNoApplicant = (result: object): result is NoApplicant => 'may' in result && result.may === false
