import { data, isRouteErrorResponse, type ShouldRevalidateFunctionArgs } from 'react-router'
import { isLostLine, isServerThere } from '~/live/public'
import { keptValues, typedValues } from '~/shared/form'
import { type Refusal, refused } from '~/shared/outcome'
import type { TakerAnswer } from '../../answer/pages/taker-deeds.server'

type Sent<Answer> = { request: Request; serverAction: () => Promise<Answer> }

const withoutLine = 503
const noLine = refused('Ingen kontakt med servern', { message: 'Det du gjorde är inte sparat. Försök igen.' })
/** Timeout answered by the server or a proxy before it. The deed may have been carried out all the same. */
const tooSlow = refused('Vi kommer inte åt något just nu', {
  message: 'Det du gjorde är troligen inte sparat. Försök igen.',
})

/**
 * A client action for forms that could not reach the server or timed out: stays on the page, keeps the typed values and
 * shows a refusal. In the middle of an alarm nobody must lose the page to an error page, or believe that the form was
 * taken.
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

/** Revalidates also after a refusal, since the alarm may have changed; not when the server was unreachable. */
export const lookAgain = ({ actionStatus }: ShouldRevalidateFunctionArgs) => actionStatus !== withoutLine
