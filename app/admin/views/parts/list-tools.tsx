import { mostRowsWords } from '~/platform/http/most-rows'
import { ButtonLink } from '~/ui/form/button'

/** What stands above a list. */
export function ListTools({ file }: { file: string }) {
  return (
    <div className="mt-6 mb-3 flex flex-wrap items-center justify-end gap-x-5 gap-y-2">
      <span className="flex flex-wrap items-center gap-x-3">
        <ButtonLink to={file} isFile variant="secondary" size="small" icon="download">
          Hämta som CSV
        </ButtonLink>
        <span className="text-small text-soft">{mostRowsWords()}</span>
      </span>
    </div>
  )
}
