import { redirectWithNotice } from '~/platform/http/notice.server'
import type { NoApplicant } from '../applicant.server'

/**
 * Returns the result for an applicant. Anybody else is redirected, with the reason, to the page where it can be
 * resolved.
 */
export async function forApplicants<Result extends object>(result: Result): Promise<Exclude<Result, NoApplicant>> {
  if (!isNoApplicant(result)) return result as Exclude<Result, NoApplicant>
  const { title, message } = result.refusal
  throw await redirectWithNotice(result.sendTo, { tone: 'destructive', title, message })
}

const isNoApplicant = (result: object): result is NoApplicant => 'may' in result && result.may === false
