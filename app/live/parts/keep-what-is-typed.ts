import { type DataStrategyResult, data, isRouteErrorResponse } from 'react-router'
import { keptValues, typedValues } from '~/shared/form'
import { refused } from '~/shared/outcome'
import { isLostLine } from './lost-line'

const away = 503
const stays = 'Det du skrev står kvar här.'

/** The first and the last words, around what is said of what was typed. */
type Told = { title: string; known: string; next: string }

/** Said by the server itself, which carries out little of what it answers so; only a commit whose line broke may have been made. */
const notSaved: Told = {
  title: 'Vi kunde inte spara just nu',
  known: 'Det är troligen inte sparat.',
  next: 'Vänta en stund, se efter, och försök igen om det saknas.',
}
/** Nobody knows: it may not have come to us, or only the answer was lost. */
const unanswered: Told = {
  title: 'Vi fick inget svar',
  known: 'Uppkopplingen bröts, och vi vet inte om det hann sparas.',
  next: 'Se efter, och försök igen om det saknas.',
}

/** A page draws its answer within this, and the words of its form are met there. */
const drawnWithinMs = 1_000

type Results = Record<string, DataStrategyResult>
type Say = (notice: { tone: 'destructive'; title: string; message: string }) => void

/**
 * Around all actions in the browser: a form that was not answered is answered on its page, as any refused form is, and what
 * was typed stays in it. It is never sent again by itself, since it may have been carried out. A page whose form has
 * nowhere to say it has a notice. What is sent to another address than the page's own, as a log-out is, leads there also now.
 */
export const keepWhatIsTyped =
  (say: Say) =>
  async ({ request }: { request: Request }, next: () => Promise<Results>): Promise<Results> => {
    if (request.method === 'GET' || new URL(request.url).pathname !== location.pathname) return next()
    const sent = request.clone()
    const results = await next()
    const lost = Object.entries(results).find(
      ([, { type, result }]) => type === 'error' && isLostLine(unwrapped(result)),
    )
    if (!lost) return results
    const [route, { result }] = lost
    const error = unwrapped(result)
    const { title, known, next: then } = isRouteErrorResponse(error) && error.status === away ? notSaved : unanswered
    const refusal = refused(title, { message: `${known} ${stays} ${then}` })
    const values = typedValues(await sent.formData().catch(() => new FormData()))
    // What the page sends by its own clock is nobody's press: it is sent again by the next.
    if (!('unasked' in values)) sayUnlessShown(say, { title, message: `${known} ${then}` })
    const answer = { intent: values.intent ?? '', refusal, values: keptValues(values), isLost: true }
    // With this status the router asks no loaders again.
    return { ...results, [route]: { type: 'data', result: data(answer, away) } }
  }

/** It is no word of the server's: a page goes by it only while it shows it. */
export const isLostAnswer = (answer: unknown): boolean =>
  typeof answer === 'object' && answer !== null && 'isLost' in answer

/** An action's own fault comes as what `data(…)` makes, without a status. */
function unwrapped(result: unknown): unknown {
  const isWrapped = typeof result === 'object' && result !== null && 'type' in result && 'data' in result
  return isWrapped && result.type === 'DataWithResponseInit' ? result.data : result
}

export const isRefusalShown = () => document.querySelector('[data-error-summary]') !== null

function sayUnlessShown(say: Say, words: { title: string; message: string }) {
  setTimeout(() => {
    if (!isRefusalShown()) say({ tone: 'destructive', ...words })
  }, drawnWithinMs)
}
