import { href } from 'react-router'
import { Checkbox } from '~/ui/form/field'

/** The terms open in a new tab, so that what was typed in the form is not lost. */
export function TermsBox() {
  return (
    <Checkbox
      name="terms"
      label={
        <>
          Jag godkänner{' '}
          <a href={href('/villkor')} target="_blank" rel="noopener">
            villkoren
          </a>{' '}
          och har läst{' '}
          <a href={href('/integritet')} target="_blank" rel="noopener">
            integritetspolicyn
          </a>
        </>
      }
    />
  )
}
