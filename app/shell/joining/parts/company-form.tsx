import { TermsBox } from '~/accounts/public'
import { categories, OrgNumberField, packages } from '~/companies/public'
import { formatOre } from '~/shared/money'
import { ChoiceCards, PasswordField, SelectField, TextField } from '~/ui/form/field'
import { Form } from '~/ui/form/form'
import { SubmitButton } from '~/ui/form/submit-button'
import type { SignUpFormProps } from './member-form'

export function CompanyForm({ refusal, values, filledIn }: SignUpFormProps) {
  return (
    <Form method="post" refusal={refusal} values={values} filledIn={filledIn}>
      <TextField name="companyName" label="Företagsnamn" autoComplete="organization" required />
      <OrgNumberField />
      <SelectField
        name="category"
        label="Kategori"
        required
        options={[{ value: '', label: 'Välj kategori' }, ...categoryOptions]}
      />
      <TextField name="address" label="Adress" autoComplete="address-line1" required />
      <TextField name="postcode" label="Postnummer" inputMode="numeric" autoComplete="postal-code" />
      <TextField name="phone" label="Telefon" type="tel" autoComplete="tel" required />
      <TextField name="email" label="E-post" type="email" autoComplete="username" required />
      <PasswordField name="password" label="Lösenord" hint="Minst 6 tecken" autoComplete="new-password" required />
      <TextField
        name="referredBy"
        label="Tipsad av"
        hint="Mobilnumret till den som tipsade er, om någon gjorde det. Hen får 12 månaders fritt medlemskap."
        type="tel"
      />
      <ChoiceCards name="plan" legend="Paket" options={planOptions} />
      <TermsBox />
      <SubmitButton name="intent" value="company" busyText="Registrerar...">
        Registrera företaget
      </SubmitButton>
    </Form>
  )
}

const categoryOptions = Object.entries(categories).map(([value, { label }]) => ({ value, label }))

const planOptions = packages.map(({ plan, name, priceOre, per, description }) => ({
  value: plan,
  title: name,
  note: `${formatOre(priceOre)} ${per.replace('/mån', 'i månaden')} exkl. moms`,
  description,
}))
