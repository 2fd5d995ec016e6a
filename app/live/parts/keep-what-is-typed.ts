import { type DataStrategyResult, data, isRouteErrorResponse } from 'react-router'
import { keptValues, typedValues } from '~/shared/form'
import { refused } from '~/shared/outcome'
import { isLostLine } from './lost-line'

const away = 503
const stays = 'Det du skrev står kvar här.'

/** The title, and the sentences before and after the one about what was typed. */
type Told = { title: string; known: string; next: string }

/**
 * The server itself answered that it is unavailable. It rarely carries out such a request: only a commit whose
 * connection broke may have happened.
 */
const notSaved: Told = {
  title: 'Vi kunde inte spara just nu',
  known: 'Det är troligen inte sparat.',
  next: 'Vänta en stund, se efter, och försök igen om det saknas.',
}
/** The outcome is unknown: the request may not have arrived, or only the answer was lost. */
const unanswered: Told = {
  title: 'Vi fick inget svar',
  known: 'Uppkopplingen bröts, och vi vet inte om det hann sparas.',
  next: 'Se efter, och försök igen om det saknas.',
}

/** A page renders its answer within this time; afterwards the error summary can be looked for. */
const drawnWithinMs = 1_000

type Results = Record<string, DataStrategyResult>
type Say = (notice: { tone: 'destructive'; title: string; message: string }) => void

/**
 * Middleware around all actions in the browser. If a form gets no answer, the page shows a refusal and keeps what was
 * typed. Never resent automatically, because it may have been carried out. A page without an error summary shows a
 * notice instead. Forms posted to another address, such as the log-out, are left alone.
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
    // A post by the page's own timer, not by a person, is repeated at the next tick: no notice.
    if (!('unasked' in values)) sayUnlessShown(say, { title, message: `${known} ${then}` })
    const answer = { intent: values.intent ?? '', refusal, values: keptValues(values), isLost: true }
    // With this status the router does not revalidate loaders.
    return { ...results, [route]: { type: 'data', result: data(answer, away) } }
  }

/** Whether the answer was made up in the browser for a lost connection. It counts only while it is shown. */
export const isLostAnswer = (answer: unknown): boolean =>
  typeof answer === 'object' && answer !== null && 'isLost' in answer

/** An action's own fault arrives wrapped, as `data(…)` makes it, without a status. */
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
