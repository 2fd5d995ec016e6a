import { data, type ShouldRevalidateFunctionArgs } from 'react-router'
import { isServerThere } from '~/live/public'
import { keptValues, typedValues } from '~/shared/form'
import { refused } from '~/shared/outcome'
import type { TakerAnswer } from '../../answer/pages/taker-deeds.server'

type Sent<Answer> = { request: Request; serverAction: () => Promise<Answer> }

const withoutLine = 503
const noLine = refused('Ingen kontakt med servern.', { message: 'Det du gjorde är inte sparat. Försök igen.' })

/**
 * In the browser: a form that cannot reach the server is answered on its page, which stays with what was typed in it.
 * Whoever stands in a stairwell at night must not lose the alarm to an error page, nor believe that it was taken.
 */
export async function stayWithoutLine<Answer>({ request, serverAction }: Sent<Answer>) {
  const copy = request.clone()
  try {
    return await serverAction()
  } catch (error) {
    if (!(error instanceof TypeError) || (await isServerThere())) throw error
    const values = typedValues(await copy.formData())
    const answer: TakerAnswer = {
      intent: values.intent ?? '',
      refusal: noLine,
      values: keptValues(values),
      unsent: true,
    }
    return data(answer, withoutLine)
  }
}

/** Also after a refusal, which says that the alarm is not as the page shows it; but not while there is nobody to ask. */
export const lookAgain = ({ actionStatus }: ShouldRevalidateFunctionArgs) => actionStatus !== withoutLine
