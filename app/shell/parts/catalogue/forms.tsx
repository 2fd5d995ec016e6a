import { Card } from '~/ui/card'
import { Button } from '~/ui/form/button'
import { Checkbox, ChoiceCards, Fieldset, PasswordField, SelectField, TextArea, TextField } from '~/ui/form/field'
import { Form } from '~/ui/form/form'
import { StarField, Stars } from '~/ui/stars'
import { Chapter, Specimen } from './specimen'

const categories = [
  { value: 'cleaning', label: 'Städning' },
  { value: 'garden', label: 'Trädgård' },
  { value: 'dog', label: 'Hundvakt' },
]

const starWords = { 1: 'Dåligt', 2: 'Mindre bra', 3: 'Helt okej', 4: 'Bra', 5: 'Mycket bra' }

const packages = [
  {
    value: 'base',
    title: 'Bas',
    note: '295\u00a0kr/mån',
    description: 'Syns i katalogen och tar emot bokningar.',
  },
  {
    value: 'sponsor',
    title: 'Huvudsponsor',
    note: 'Populärast',
    description: '995\u00a0kr/mån. Ronden stannar hos dig en till två gånger i veckan.',
  },
  { value: 'season', title: 'Säsongspartner', description: 'Slutsålt i år.', disabled: true },
]

const refusal = {
  title: 'Det finns saker att rätta till',
  message: 'Inget är sparat än. Det du har skrivit finns kvar.',
  fields: {
    email: 'Skriv en e-postadress, till exempel namn@exempel.se',
    password: 'Lösenordet behöver minst 6 tecken',
    category: 'Välj en kategori',
    stars: 'Välj ett betyg',
    plan: 'Välj ett paket',
    about: 'Berätta något om företaget',
    terms: 'Du måste godkänna villkoren',
  },
}

const typed = { company: 'Åkessons Städ & Fönsterputs i Älvsjö AB', email: 'lisa.ohman', about: '' }

export function Forms() {
  return (
    <Chapter
      id="formular"
      title="Formulär"
      text="Etikett över, hjälp under den, felet sist, där ögat går härnäst. Servern avgör; webbläsarens bubblor är av."
    >
      <div className="grid items-start gap-8 lg:grid-cols-2">
        <Specimen name="Orört">
          <Card>
            <Form action="/ui">
              <EveryField />
            </Form>
          </Card>
        </Specimen>
        <Specimen name="Avvisat av servern">
          <Card>
            <Form action="/ui" refusal={refusal} values={typed}>
              <EveryField />
            </Form>
          </Card>
        </Specimen>
      </div>
      <Specimen name="Avstängt" className="grid max-w-md gap-6">
        <TextField name="locked" label="Organisationsnummer" defaultValue="556677-8899" disabled />
        <Checkbox name="lockedBox" label="Går inte att ändra nu" disabled defaultChecked />
      </Specimen>
      <Specimen name="Betyg" className="flex flex-wrap gap-6">
        <Stars value={4} />
        <StarField name="chosenStars" legend="Valt betyg" words={starWords} defaultValue={4} className="w-full" />
      </Specimen>
    </Chapter>
  )
}

function EveryField() {
  return (
    <>
      <TextField name="company" label="Företagsnamn" autoComplete="organization" required />
      <TextField name="email" label="E-post" type="email" autoComplete="email" hint="Hit skickar vi bekräftelsen." />
      <TextField name="price" label="Pris" inputMode="numeric" suffix="kr" optional />
      <PasswordField name="password" label="Lösenord" hint="Minst 6 tecken" autoComplete="new-password" />
      <SelectField name="category" label="Kategori" options={categories} placeholder="Välj kategori" />
      <ChoiceCards name="plan" legend="Paket" options={packages} />
      <TextArea name="about" label="Om företaget" />
      <StarField name="stars" legend="Hur var det?" words={starWords} />
      <Fieldset legend="Så når vi dig" hint="Larm skickas alltid. Resten väljer du.">
        <Checkbox name="sms" label="SMS om kvällens rond" hint="Högst ett om dagen." defaultChecked />
        <Checkbox
          name="terms"
          label={
            <>
              Jag godkänner <a href="/villkor">villkoren</a>
            </>
          }
          required
        />
      </Fieldset>
      <div>
        <Button>Skapa konto</Button>
      </div>
    </>
  )
}
