import { type ReactNode, useEffect, useRef } from 'react'
import { useLocation, useNavigation } from 'react-router'
import type { Refusal } from '~/shared/outcome'
import { Button } from '~/ui/form/button'
import { Form } from '~/ui/form/form'

/** What a page with several forms answers: which one it was, and what that one has to show. */
export type FormAnswer = { intent: string; refusal?: Refusal; values?: Record<string, string> }

type Props = {
  intent: string
  /** The section it stands in; without JavaScript the browser comes back there. */
  section: string
  answer: FormAnswer | undefined
  submit: Omit<Parameters<typeof Button>[0], 'type' | 'busy' | 'name' | 'value'>
  /** What else the form says: which session, which identity. */
  hidden?: Record<string, string>
  /** For a form with a file in it. */
  encType?: 'multipart/form-data'
  className?: string
  children?: ReactNode
}

/** One of several forms on a page: it shows only the answer that was meant for it. */
export function IntentForm({ intent, section, answer, submit, hidden = {}, encType, className, children }: Props) {
  const { pathname } = useLocation()
  const { formData } = useNavigation()
  const sent = { intent, ...hidden }
  const busy = formData !== undefined && Object.entries(sent).every(([name, value]) => formData.get(name) === value)
  const own = answer?.intent === intent ? answer : undefined
  const foot = useRef<HTMLDivElement>(null)
  const wasBusy = useRef(false)

  // Done, and still on the same page: a password that was typed must not be left standing in it.
  useEffect(() => {
    if (wasBusy.current && !busy && !own?.refusal) foot.current?.closest('form')?.reset()
    wasBusy.current = busy
  }, [busy, own])

  return (
    <Form
      action={`${pathname}#${section}`}
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
