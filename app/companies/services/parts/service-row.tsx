import { href } from 'react-router'
import { formatOre } from '~/shared/money'
import { Badge } from '~/ui/badge'
import { Card } from '~/ui/card'
import { ButtonLink } from '~/ui/form/button'
import { SmallDeed } from '../../parts/small-deed'
import { formatDuration } from '../duration'
import type { ServiceRow } from '../service-store.server'

type Props = { service: ServiceRow; isFirst: boolean; isLast: boolean }

/** A service in its owner's list, with the actions that need no page of their own. */
export function ServiceRowCard({ service, isFirst, isLast }: Props) {
  const { id, title, active } = service
  return (
    <Card as="li" id={`tjanst-${id}`} className="grid scroll-mt-6 gap-4">
      <div className="flex flex-wrap items-start justify-between gap-x-6 gap-y-2">
        <div className="min-w-0">
          <h2 className="text-h4 wrap-anywhere">{title}</h2>
          <p className="tabular mt-1 text-soft">
            {formatOre(service.listOre)} · {formatDuration(service.duration_min)}
          </p>
        </div>
        {(!active || service.is_rut_shown) && (
          <p className="flex flex-wrap gap-2">
            {!active && <Badge icon="eye-off">Pausad</Badge>}
            {service.is_rut_shown && (
              <Badge tone="spruce" icon="coin">
                Rutavdrag
              </Badge>
            )}
          </p>
        )}
      </div>
      <div className="flex flex-wrap items-center gap-x-2 gap-y-3">
        <ButtonLink
          to={href('/dashboard/provider/services/:id', { id })}
          variant="secondary"
          size="small"
          icon="edit"
          aria-label={`Ändra ${title}`}
        >
          Ändra
        </ButtonLink>
        <SmallDeed
          intent={active ? 'pause-service' : 'resume-service'}
          hidden={{ id }}
          label={`${active ? 'Pausa' : 'Visa'} ${title}`}
          icon={active ? 'eye-off' : 'eye'}
        >
          {active ? 'Pausa' : 'Visa igen'}
        </SmallDeed>
        <div className="ml-auto flex flex-wrap gap-1">
          <SmallDeed
            intent="move-service"
            hidden={{ id, direction: 'up' }}
            label={`Flytta upp ${title}`}
            idle={isFirst}
          >
            Upp
          </SmallDeed>
          <SmallDeed
            intent="move-service"
            hidden={{ id, direction: 'down' }}
            label={`Flytta ner ${title}`}
            idle={isLast}
          >
            Ner
          </SmallDeed>
        </div>
      </div>
    </Card>
  )
}
