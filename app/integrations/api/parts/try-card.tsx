import { type FormEvent, useState } from 'react'
import { namesOf } from '~/shared/chosen'
import { Card } from '~/ui/card'
import { Button } from '~/ui/form/button'
import { SelectField, TextArea, TextField } from '~/ui/form/field'
import { Form } from '~/ui/form/form'
import { useHydrated } from '~/ui/form/hydrated'
import { operations } from '../operations'

const options = namesOf(operations).map((name) => ({ value: name, label: operations[name].summary }))

/** Sends API requests from the page with a key. They are real: an alarm taken here is taken. */
export function TryCard() {
  const hydrated = useHydrated()
  const [answer, setAnswer] = useState('')
  const [busy, setBusy] = useState(false)
  if (!hydrated) return null

  async function ask(event: FormEvent<HTMLFormElement>) {
    event.preventDefault()
    const form = new FormData(event.currentTarget)
    const said = (name: string) => String(form.get(name) ?? '').trim()
    const operation = Object.entries(operations).find(([name]) => name === said('operation'))?.[1] ?? operations.list
    setBusy(true)
    setAnswer(await answerTo(operation, said('key'), said('alarm'), said('body')))
    setBusy(false)
  }

  return (
    <Card as="section" aria-labelledby="prova" className="grid grid-cols-1 gap-4">
      <h3 id="prova" className="text-h3">
        Prova
      </h3>
      <p>
        Svaret är på riktigt: tar ni ett larm här är det ert. Prova helst med ett testlarm. Nyckeln stannar i den här
        fliken.
      </p>
      <Form action="/api" onSubmit={ask} className="grid grid-cols-1 gap-4">
        <TextField name="key" label="Nyckel" autoComplete="off" autoCapitalize="none" spellCheck={false} required />
        <SelectField name="operation" label="Vad" options={options} />
        <TextField name="alarm" label="Larmets id" optional autoComplete="off" />
        <TextArea name="body" label="JSON att skicka" optional rows={2} />
        <div>
          <Button type="submit" busy={busy} busyText="Frågar...">
            Fråga
          </Button>
        </div>
      </Form>
      <pre
        role="status"
        className="wrap-anywhere whitespace-pre-wrap rounded-control bg-mist p-3 text-small empty:hidden"
      >
        {answer}
      </pre>
    </Card>
  )
}

async function answerTo(
  { method, path }: { method: string; path: string },
  key: string,
  alarm: string,
  body: string,
): Promise<string> {
  try {
    const answer = await fetch(path.replace('{id}', encodeURIComponent(alarm || '-')), {
      method: method.toUpperCase(),
      credentials: 'omit',
      headers: { authorization: `Bearer ${key}`, ...(body && { 'content-type': 'application/json' }) },
      ...(method === 'post' && body && { body }),
    })
    const text = await answer.text()
    return `${answer.status}\n${JSON.stringify(JSON.parse(text), null, 2)}`
  } catch {
    return 'Det gick inte att fråga. Kontrollera nyckeln och uppkopplingen.'
  }
}
