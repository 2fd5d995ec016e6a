import { createContext, type ReactNode, use, useId } from 'react'
import { type FetcherWithComponents, type FormProps, Form as RouterForm, useNavigation } from 'react-router'
import { ErrorSummary, type RefusalShown } from './error-summary'

type FormState = {
  /** Before every field's id, so that two forms on one page keep apart. */
  prefix: string
  messages: Record<string, string>
  /** What was sent, kept by field name; null when nothing was. */
  kept: Record<string, string> | null
  /** What stands in the fields of a form that nobody has sent. */
  filledIn: Record<string, string>
  fetcher: FetcherWithComponents<unknown> | null
}

const FormContext = createContext<FormState>({ prefix: '', messages: {}, kept: null, filledIn: {}, fetcher: null })

type Props = FormProps & {
  refusal?: RefusalShown | null
  /** What the person had typed, sent back with the refusal. Never passwords. */
  values?: Record<string, string> | null
  /** What is known before anything is sent, from the address for one. */
  filledIn?: Record<string, string>
  /** Sent without leaving the page; without JavaScript it leads where it always does. */
  fetcher?: FetcherWithComponents<unknown>
  children: ReactNode
}

/**
 * A form that answers alike everywhere: when refused a summary on top takes focus and links to the fields, and
 * each field says what is wrong and keeps what was typed. The server is the judge; the browser's bubbles are off.
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

/** What the form around a button is sending just now. */
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
  /** What was sent, or is filled in before anything is. */
  kept: string | undefined
  /** The form has been sent once: an absent value means left empty, not untouched. */
  sent: boolean
}

/** What the form around a field knows of it. Outside a form a field simply stands alone. */
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
