import { createContext, type ReactNode, use, useId } from 'react'
import { type FetcherWithComponents, type FormProps, Form as RouterForm, useNavigation } from 'react-router'
import { ErrorSummary, type RefusalShown } from './error-summary'

type FormState = {
  /** A prefix of all field ids, so that two forms on a page do not clash. */
  prefix: string
  messages: Record<string, string>
  /** The submitted values by field name. Null if nothing was submitted. */
  kept: Record<string, string> | null
  /** Initial values of a form that has not been submitted. */
  filledIn: Record<string, string>
  fetcher: FetcherWithComponents<unknown> | null
}

const FormContext = createContext<FormState>({ prefix: '', messages: {}, kept: null, filledIn: {}, fetcher: null })

type Props = FormProps & {
  refusal?: RefusalShown | null
  /** The values that the person typed, returned with the refusal. Never passwords. */
  values?: Record<string, string> | null
  /** Initial values, for example from the URL. */
  filledIn?: Record<string, string>
  /** Submits without navigation; without JavaScript the form posts as usual. */
  fetcher?: FetcherWithComponents<unknown>
  children: ReactNode
}

/**
 * A form with uniform error handling: after a refusal a summary on top takes the focus and links to the fields, and
 * each field shows its message and keeps its value. Validation is the server's; the browser's own is turned off.
 */
export function Form({ refusal, values, filledIn, fetcher, method = 'post', className, children, ...form }: Props) {
  const prefix = useId()
  const state = {
    prefix,
    messages: refusal?.fields ?? {},
    kept: values ?? null,
    filledIn: filledIn ?? {},
    fetcher: fetcher ?? null,
  }
  const Shown = fetcher?.Form ?? RouterForm
  return (
    <Shown method={method} noValidate className={className ?? 'grid gap-6'} {...form}>
      <FormContext value={state}>
        {refusal ? <ErrorSummary refusal={refusal} fieldId={(name) => fieldId(prefix, name)} /> : null}
        {children}
      </FormContext>
    </Shown>
  )
}

/** The data that the surrounding form is submitting now. */
export function useSent(): FormData | undefined {
  const navigation = useNavigation()
  const { fetcher } = use(FormContext)
  return (fetcher ?? navigation).formData
}

function fieldId(prefix: string, name: string): string {
  return `${prefix}${name}`
}

export type FieldState = {
  id: string
  hintId: string
  messageId: string
  message: string | undefined
  /** The submitted value, or the initial one before any submission. */
  kept: string | undefined
  /** The form has been submitted: an absent value means left empty, not untouched. */
  sent: boolean
}

/** A field's state within its form. Works outside a form too. */
export function useField(name: string): FieldState {
  const { prefix, messages, kept, filledIn } = use(FormContext)
  const own = useId()
  const id = fieldId(prefix || own, name)
  return {
    id,
    hintId: `${id}-hint`,
    messageId: `${id}-message`,
    message: messages[name],
    kept: (kept ?? filledIn)[name],
    sent: kept !== null,
  }
}
