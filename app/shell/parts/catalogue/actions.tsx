import { useState } from 'react'
import { Badge } from '~/ui/badge'
import { Button, ButtonLink } from '~/ui/form/button'
import { useNotice } from '~/ui/notice'
import { Chapter, Specimen } from './specimen'

const variants = ['primary', 'secondary', 'quiet', 'alarm'] as const

export function Actions() {
  const notify = useNotice()
  const [busy, setBusy] = useState(false)
  return (
    <Chapter
      id="knappar"
      title="Knappar och märken"
      text="En huvudhandling per vy. Larmrött bara för larm och borttagning."
    >
      <Specimen name="Slag" className="flex flex-wrap gap-3">
        {variants.map((variant) => (
          <Button key={variant} type="button" variant={variant} icon={variant === 'alarm' ? 'alarm' : undefined}>
            {variant === 'alarm' ? 'Skicka larm' : `Knapp: ${variant}`}
          </Button>
        ))}
      </Specimen>
      <Specimen name="Storlekar" className="flex flex-wrap items-center gap-3">
        <Button type="button" size="small" variant="secondary" icon="edit">
          Ändra
        </Button>
        <Button type="button">Spara</Button>
        <Button type="button" size="large" icon="calendar">
          Boka tjänst
        </Button>
      </Specimen>
      <Specimen name="Upptagen, avstängd" className="flex flex-wrap gap-3">
        <Button type="button" busy={busy} busyText="Skickar bokning..." onClick={() => setBusy(true)}>
          Bekräfta bokning
        </Button>
        <Button type="button" busy busyText="Skickar larm..." variant="alarm">
          Skicka larm
        </Button>
        <Button type="button" disabled>
          Bekräfta bokning
        </Button>
        <Button type="button" variant="secondary" disabled>
          Avboka
        </Button>
      </Specimen>
      <Specimen name="Länkar som knappar" className="flex flex-wrap gap-3">
        <ButtonLink to="/signup?role=member">Bli trygghetsmedlem</ButtonLink>
        <ButtonLink to="/companies?postal=12540" variant="secondary">
          Se lokala företag
        </ButtonLink>
        <ButtonLink to="tel:112" variant="alarm" icon="phone">
          Ring 112
        </ButtonLink>
      </Specimen>
      <Specimen name="På mörk grund">
        <div className="band flex flex-wrap gap-3 rounded-card p-6 sm:p-8">
          {variants.map((variant) => (
            <Button key={variant} type="button" variant={variant}>
              {variant}
            </Button>
          ))}
        </div>
      </Specimen>
      <Specimen name="Märken" className="flex flex-wrap gap-2">
        <Badge icon="clock">Väntar på bekräftelse</Badge>
        <Badge tone="spruce" icon="check">
          Bekräftad
        </Badge>
        <Badge tone="lamp" icon="shield">
          Trygghetspartner
        </Badge>
        <Badge tone="lamp">Populärast</Badge>
        <Badge tone="alarm" icon="alarm">
          Nytt larm
        </Badge>
        <Badge icon="close">Avbokad</Badge>
      </Specimen>
      <Specimen name="Meddelanden: ett i taget, fem sekunder" className="flex flex-wrap gap-3">
        <Button
          type="button"
          variant="secondary"
          onClick={() =>
            notify({
              tone: 'normal',
              title: 'Bokning skickad!',
              message: 'Företaget kommer att bekräfta din bokning inom kort',
            })
          }
        >
          Visa ett vanligt
        </Button>
        <Button
          type="button"
          variant="secondary"
          onClick={() =>
            notify({
              tone: 'destructive',
              title: 'Inloggning misslyckades',
              message: 'Fel e-post eller lösenord',
            })
          }
        >
          Visa ett avvisande
        </Button>
      </Specimen>
    </Chapter>
  )
}
