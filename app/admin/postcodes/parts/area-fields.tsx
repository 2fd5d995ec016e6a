import { TextField } from '~/ui/form/field'

type Props = { name?: string; latitude?: number | null; longitude?: number | null }

const written = (degrees: number | null | undefined) => (degrees == null ? '' : String(degrees).replace('.', ','))

/** The name and centre of an area. */
export function AreaFields({ name = '', latitude, longitude }: Props) {
  return (
    <>
      <TextField name="name" label="Namn" defaultValue={name} maxLength={100} required />
      <div className="grid gap-5 sm:grid-cols-2">
        <TextField name="latitude" label="Latitud" inputMode="decimal" defaultValue={written(latitude)} optional />
        <TextField name="longitude" label="Longitud" inputMode="decimal" defaultValue={written(longitude)} optional />
      </div>
    </>
  )
}
