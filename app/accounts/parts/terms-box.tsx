import { href } from 'react-router'
import { Checkbox } from '~/ui/form/field'

/** The terms open beside the form, so that nothing typed is lost by reading them. */
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
