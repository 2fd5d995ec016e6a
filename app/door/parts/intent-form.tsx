import { type ReactNode, useEffect, useRef } from 'react'
import { useLocation, useNavigation } from 'react-router'
import type { Refusal } from '~/shared/outcome'
import { Button } from '~/ui/form/button'
import { Form } from '~/ui/form/form'

/** The action's answer on a page with several forms: which form it is for, and its refusal and values. */
export type FormAnswer = { intent: string; refusal?: Refusal; values?: Record<string, string> }

type Props = {
  intent: string
  /** The section the form is in; without JavaScript the browser returns to this fragment. */
  section: string
  answer: FormAnswer | undefined
  submit: Omit<Parameters<typeof Button>[0], 'type' | 'busy' | 'name' | 'value'>
  /**
   * Hidden fields that tell this form from others on the page with the same intent: which row of a list. An answer to
   * another row is not shown here.
   */
  row?: Record<string, string>
  /** Further hidden fields. */
  hidden?: Record<string, string>
  /** On a list with choices and pages: the answer comes on the same part of it, and is about a row that is there. */
  keepsQuery?: true
  /** For a form with a file. */
  encType?: 'multipart/form-data'
  className?: string
  children?: ReactNode
}

const none = {}

/** One of several forms on a page. Shows only the answer to its own `intent`, and `row`. */
export function IntentForm(props: Props) {
  const { intent, section, answer, submit, row = none, hidden = none, keepsQuery, encType, className, children } = props
  const { pathname, search } = useLocation()
  const { formData } = useNavigation()
  const sent = { intent, ...row, ...hidden }
  const busy = formData !== undefined && Object.entries(sent).every(([name, value]) => formData.get(name) === value)
  const isOwn =
    answer?.intent === intent && Object.entries(row).every(([name, value]) => answer.values?.[name] === value)
  const own = isOwn ? answer : undefined
  const foot = useRef<HTMLDivElement>(null)
  const wasBusy = useRef(false)

  // After a success on the same page, reset the form, so that a typed password does not remain in it.
  useEffect(() => {
    if (wasBusy.current && !busy && !own?.refusal) foot.current?.closest('form')?.reset()
    wasBusy.current = busy
  }, [busy, own])

  return (
    <Form
      action={`${pathname}${keepsQuery ? search : ''}#${section}`}
      refusal={own?.refusal}
      values={own?.values}
      encType={encType}
      className={className}
    >
      {Object.entries(sent).map(([name, value]) => (
        <input key={name} type="hidden" name={name} value={value} />
      ))}
      {children}
      <div ref={foot}>
        <Button type="submit" busy={busy} {...submit} />
      </div>
    </Form>
  )
}
