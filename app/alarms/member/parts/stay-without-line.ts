import { data, isRouteErrorResponse, type ShouldRevalidateFunctionArgs } from 'react-router'
import { isLostLine, isServerThere } from '~/live/public'
import { keptValues, typedValues } from '~/shared/form'
import { type Refusal, refused } from '~/shared/outcome'
import type { TakerAnswer } from '../../answer/pages/taker-deeds.server'

type Sent<Answer> = { request: Request; serverAction: () => Promise<Answer> }

const withoutLine = 503
const noLine = refused('Ingen kontakt med servern.', { message: 'Det du gjorde är inte sparat. Försök igen.' })
/** The server is there and says, or what stands before it, that it could not be done in time: it may have been all the same. */
const tooSlow = refused('Vi kommer inte åt något just nu.', {
  message: 'Det du gjorde är troligen inte sparat. Försök igen.',
})

/**
 * In the browser: a form that the server cannot be reached with, or cannot take in time, is answered on its page, which stays with what was
 * typed in it. Whoever stands in a stairwell at night must not lose the alarm to an error page, nor believe that it was taken.
 */
export async function stayWithoutLine<Answer>({ request, serverAction }: Sent<Answer>) {
  const copy = request.clone()
  try {
    return await serverAction()
  } catch (error) {
    const refusal = await whyUnanswered(error)
    if (!refusal) throw error
    const values = typedValues(await copy.formData())
    const answer: TakerAnswer = {
      intent: values.intent ?? '',
      refusal,
      values: keptValues(values),
      unsent: true,
    }
    return data(answer, withoutLine)
  }
}

async function whyUnanswered(error: unknown): Promise<Refusal | null> {
  if (isRouteErrorResponse(error) && isLostLine(error)) return tooSlow
  return error instanceof TypeError && !(await isServerThere()) ? noLine : null
}

/** Also after a refusal, which says that the alarm is not as the page shows it; but not while there is nobody to ask. */
export const lookAgain = ({ actionStatus }: ShouldRevalidateFunctionArgs) => actionStatus !== withoutLine
