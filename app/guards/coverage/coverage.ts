import { EMERGENCY_NUMBER } from '~/shared/product'
import type { IconName } from '~/ui/marks/icon'

/** How well an alarm from a postcode would be met now; worst first, as the query ranks them. */
export const coverageLevels = ['no partner', 'nobody', 'owner only', 'staffed'] as const
export type CoverageLevel = (typeof coverageLevels)[number]

export type Coverage = {
  level: CoverageLevel
  /** Partners that alarms are sent to. */
  companies: number
  /** Their guards on duty with a verified number. */
  guards: number
}

type Words = {
  label: string
  icon: IconName
  tone: 'neutral' | 'spruce' | 'lamp'
  /** For residents. Must not promise anything that does not hold at this moment. */
  title: string
  text: string
}

export const coverageWords = {
  'no partner': {
    label: 'Ingen partner',
    icon: 'warning',
    tone: 'lamp',
    // Also shown where there used to be a partner.
    title: 'Ditt kvarter har ingen trygghetspartner just nu',
    text: `Ingen väktare kan komma på ett larm härifrån. Ring ${EMERGENCY_NUMBER} om du behöver hjälp.`,
  },
  nobody: {
    label: 'Ingen går att nå',
    icon: 'warning',
    tone: 'lamp',
    title: 'Ditt kvarter är inte bemannat just nu',
    text: `Ingen väktare är i tjänst. Ring ${EMERGENCY_NUMBER} om du behöver hjälp.`,
  },
  'owner only': {
    label: 'Bara företagets nummer',
    icon: 'info',
    tone: 'neutral',
    title: 'Ingen väktare är i tjänst just nu',
    text: `Ett larm går till bevakningsföretagets telefon. Ring ${EMERGENCY_NUMBER} om det är bråttom.`,
  },
  staffed: {
    label: 'Bemannat',
    icon: 'shield',
    tone: 'spruce',
    title: 'Ditt kvarter är bemannat just nu',
    text: `En väktare i tjänst får ditt larm direkt. Ring alltid ${EMERGENCY_NUMBER} först vid akut fara.`,
  },
} as const satisfies Record<CoverageLevel, Words>
