import { z } from 'zod'
import * as field from '../fields'

/** The second of two steps; the first is the page that explains the consequences. */
export const withdrawalForm = z.object({ sure: field.ticked('Bekräfta att du ångrar avtalet') })
