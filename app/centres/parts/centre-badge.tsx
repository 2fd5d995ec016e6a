import { Badge } from '~/ui/badge'
import type { Standing } from '../centre'

/** Whether the centre answers, as far as its polls show. */
export function CentreBadge({ standing }: { standing: Standing }) {
  switch (standing) {
    case 'silent':
      return (
        <Badge tone="alarm" icon="warning">
          Svarar inte
        </Badge>
      )
    case 'answers':
      return (
        <Badge tone="spruce" icon="check">
          Svarar
        </Badge>
      )
    case 'waits':
      return <Badge icon="clock">Har inte svarat än</Badge>
    case 'not polled':
      return <Badge icon="clock">Frågas inte just nu</Badge>
  }
}
